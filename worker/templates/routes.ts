import { createRoute, z } from '@hono/zod-openapi';
import { DEFAULT_PAGE_SIZE } from '../../schema/api/paging.ts';
import {
  createTemplate as createTemplateRequest,
  deletedTemplate,
  previewTemplate as previewTemplateRequest,
  publishTemplate as publishTemplateRequest,
  templateAnswer,
  templatePage,
  templateQuery,
  updateTemplate as updateTemplateRequest,
} from '../../schema/api/templates.ts';
import type { PrintedPdf } from '../../renderer/renderer.ts';
import type { AppContext } from '../http/context.ts';
import { keyed, keyedJson, keyOf, planOf, validatingRouter } from '../http/keyed.ts';
import { errorResponse, jsonBody, jsonResponse, KEYED_ERRORS, pdfResponse } from '../http/responses.ts';
import { deleteTemplate } from './delete-template.ts';
import { listTemplates, readTemplate } from './describe-template.ts';
import { previewTemplate } from './preview-template.ts';
import { publishTemplate } from './publish-template.ts';
import { type Author, createTemplate, updateTemplate } from './save-template.ts';

const params = z.object({
  templateId: z
    .string()
    .meta({ description: '`tpl_…`; where a version is read, `tpl_…@3` for a given one.' }),
});
const tags = ['Templates'];
const errors = { ...KEYED_ERRORS, 404: errorResponse('`TEMPLATE_NOT_FOUND`, `WORKSPACE_NOT_FOUND`') };
const saveErrors = {
  ...errors,
  400: errorResponse('`VALIDATION_ERROR`, `TEMPLATE_COMPILATION_ERROR`'),
  409: errorResponse('`TEMPLATE_NAME_TAKEN`'),
};

const listing = createRoute({
  method: 'get',
  path: '/',
  tags,
  summary: 'List templates, newest first',
  ...keyed('template.read'),
  request: { query: templateQuery },
  responses: { 200: jsonResponse('A page of templates', templatePage), ...KEYED_ERRORS },
});

const creation = createRoute({
  method: 'post',
  path: '/',
  tags,
  summary: 'Save a new template',
  ...keyedJson('template.write'),
  request: jsonBody(createTemplateRequest),
  responses: { 201: jsonResponse('The template', templateAnswer), ...saveErrors },
});

const reading = createRoute({
  method: 'get',
  path: '/{templateId}',
  tags,
  summary: 'Read a template: its newest version, or a given one',
  ...keyed('template.read'),
  request: { params },
  responses: { 200: jsonResponse('The template', templateAnswer), ...errors },
});

const change = createRoute({
  method: 'put',
  path: '/{templateId}',
  tags,
  summary: 'Save a new version of a template',
  ...keyedJson('template.write'),
  request: { params, ...jsonBody(updateTemplateRequest) },
  responses: { 200: jsonResponse('The template with its new version', templateAnswer), ...saveErrors },
});

const publication = createRoute({
  method: 'post',
  path: '/{templateId}/publish',
  tags,
  summary: 'Publish a draft',
  ...keyedJson('template.write'),
  request: { params, ...jsonBody(publishTemplateRequest) },
  responses: { 200: jsonResponse('The published version', templateAnswer), ...errors },
});

const deletion = createRoute({
  method: 'delete',
  path: '/{templateId}',
  tags,
  summary: 'Delete a template with all its versions',
  ...keyed('template.write'),
  request: { params },
  responses: { 200: jsonResponse('The template is gone', deletedTemplate), ...errors },
});

const preview = createRoute({
  method: 'post',
  path: '/{templateId}/preview',
  tags,
  summary: 'Print a template with a watermark: no file, no credit',
  ...keyedJson('template.read'),
  request: { params, ...jsonBody(previewTemplateRequest) },
  responses: {
    200: pdfResponse('The PDF'),
    ...errors,
    400: errorResponse('`VALIDATION_ERROR`, `TEMPLATE_COMPILATION_ERROR`'),
    408: errorResponse('`REQUEST_TIMEOUT`'),
    413: errorResponse('`FILE_TOO_LARGE`'),
    502: errorResponse('`PDF_GENERATION_FAILED`'),
  },
});

/** Saved templates over the API. One of another workspace is one that does not exist (decision 30). */
export const templateRoutes = validatingRouter()
  .openapi(listing, async (c) => {
    const { limit = DEFAULT_PAGE_SIZE, cursor } = c.req.valid('query');
    const { services, requestId } = c.var;
    const { templates: data, nextCursor } = await listTemplates(
      services,
      keyOf(c).workspaceId,
      limit,
      cursor,
    );
    return c.json({ success: true as const, requestId, data, nextCursor }, 200);
  })
  .openapi(creation, async (c) => {
    const id = await createTemplate(c.var.services, authorOf(c), c.req.valid('json'));
    return c.json(await answer(c, id), 201);
  })
  .openapi(reading, async (c) => c.json(await answer(c, c.req.valid('param').templateId), 200))
  .openapi(change, async (c) => {
    const { templateId } = c.req.valid('param');
    await updateTemplate(c.var.services, authorOf(c), templateId, c.req.valid('json'));
    return c.json(await answer(c, templateId), 200);
  })
  .openapi(publication, async (c) => {
    const { templateId } = c.req.valid('param');
    const { version } = c.req.valid('json');
    await publishTemplate(c.var.services, authorOf(c), templateId, version);
    return c.json(await answer(c, `${templateId}@${version}`), 200);
  })
  .openapi(deletion, async (c) => {
    const { templateId: id } = c.req.valid('param');
    await deleteTemplate(c.var.services, authorOf(c), id);
    const data = { id, deleted: true as const };
    return c.json({ success: true as const, requestId: c.var.requestId, data }, 200);
  })
  .openapi(preview, async (c) => {
    const pdf = await previewTemplate(c.var.services, {
      workspaceId: keyOf(c).workspaceId,
      plan: planOf(c),
      reference: c.req.valid('param').templateId,
      data: c.req.valid('json').templateData ?? {},
      arrivedAt: c.var.arrivedAt,
    });
    const headers = { 'Content-Type': 'application/pdf', 'Content-Length': String(pdf.sizeBytes) };
    return c.newResponse(bodyOf(pdf), 200, headers);
  });

/** A stream that somebody has read from cannot be an answer as it is. */
const bodyOf = ({ body, sizeBytes }: PrintedPdf): ReadableStream | null =>
  body instanceof Uint8Array ? new Response(body).body : body.pipeThrough(new FixedLengthStream(sizeBytes));

const authorOf = (c: AppContext): Author => ({
  workspaceId: keyOf(c).workspaceId,
  plan: planOf(c),
  actor: `key:${keyOf(c).id}`,
});

const answer = async (c: AppContext, reference: string) => ({
  success: true as const,
  requestId: c.var.requestId,
  data: await readTemplate(c.var.services, keyOf(c).workspaceId, reference),
});
