import { createRoute, z } from '@hono/zod-openapi';
import { ANSWER_EXAMPLES, EXAMPLE_TEMPLATE_ID, REQUEST_EXAMPLES } from '../../../schema/api/examples.ts';
import {
  createTemplate as createTemplateRequest,
  deletedTemplate,
  previewTemplate as previewTemplateRequest,
  publishTemplate as publishTemplateRequest,
  templateAnswer,
  templatePage,
  templateQuery,
  templateVersionPage,
  updateTemplate as updateTemplateRequest,
} from '../../../schema/api/templates.ts';
import { answer, answerPage } from '../../http/answer.ts';
import type { AppContext } from '../../http/context.ts';
import { keyed, keyedJson, keyOf, planOf } from '../keyed.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { keyedRefusals } from '../refusals.ts';
import { jsonBody, jsonResponse, pdfResponse } from '../../http/responses.ts';
import { servePdf } from '../../http/serve-pdf.ts';
import { deleteTemplate } from '../../templates/delete-template.ts';
import { listTemplates, readTemplate } from '../../templates/describe-template.ts';
import { listVersions } from '../../templates/list-versions.ts';
import { previewTemplate } from '../../templates/preview-template.ts';
import { publishTemplate } from '../../templates/publish-template.ts';
import { type Author, createTemplate, updateTemplate } from '../../templates/save-template.ts';

const params = z.object({
  templateId: z.string().meta({
    description: '`tpl_…`; where a version is read, `tpl_…@3` for a given one.',
    example: EXAMPLE_TEMPLATE_ID,
  }),
});
const tags = ['Templates'];

/** A body may be wrong, or late. */
const BODY_CODES = ['VALIDATION_ERROR', 'REQUEST_TIMEOUT'] as const;

const listing = createRoute({
  method: 'get',
  path: '/',
  tags,
  summary: 'List templates, newest first',
  ...keyed('template.read'),
  request: { query: templateQuery },
  responses: {
    200: jsonResponse('A page of templates', templatePage, ANSWER_EXAMPLES.templates),
    ...keyedRefusals('VALIDATION_ERROR'),
  },
});

const creation = createRoute({
  method: 'post',
  path: '/',
  tags,
  summary: 'Save a new template',
  ...keyedJson(
    'template.write',
    'Whatever can be known without data is checked now: Handlebars, the helpers and partials that it calls, settings and the data schema.',
  ),
  request: jsonBody(createTemplateRequest, REQUEST_EXAMPLES.createTemplate),
  responses: {
    201: jsonResponse('The template', templateAnswer, ANSWER_EXAMPLES.createdTemplate),
    ...keyedRefusals(...BODY_CODES, 'TEMPLATE_COMPILATION_ERROR', 'TEMPLATE_NAME_TAKEN'),
  },
});

const reading = createRoute({
  method: 'get',
  path: '/{templateId}',
  tags,
  summary: 'Read a template: its newest version, or a given one',
  ...keyed('template.read'),
  request: { params },
  responses: {
    200: jsonResponse('The template', templateAnswer, ANSWER_EXAMPLES.publishedTemplate),
    ...keyedRefusals('TEMPLATE_NOT_FOUND'),
  },
});

const change = createRoute({
  method: 'put',
  path: '/{templateId}',
  tags,
  summary: 'Save a new version of a template',
  ...keyedJson(
    'template.write',
    'Versions never change. A template that another request names without a version is its newest published one.',
  ),
  request: { params, ...jsonBody(updateTemplateRequest, REQUEST_EXAMPLES.updateTemplate) },
  responses: {
    200: jsonResponse('The template with its new version', templateAnswer, ANSWER_EXAMPLES.draftedTemplate),
    ...keyedRefusals(
      ...BODY_CODES,
      'TEMPLATE_COMPILATION_ERROR',
      'TEMPLATE_NOT_FOUND',
      'TEMPLATE_NAME_TAKEN',
    ),
  },
});

const publication = createRoute({
  method: 'post',
  path: '/{templateId}/publish',
  tags,
  summary: 'Publish a draft',
  ...keyedJson('template.write', '`templateId` without a version means the newest published version.'),
  request: { params, ...jsonBody(publishTemplateRequest, REQUEST_EXAMPLES.publishTemplate) },
  responses: {
    200: jsonResponse('The published version', templateAnswer, ANSWER_EXAMPLES.publishedTemplate),
    ...keyedRefusals(...BODY_CODES, 'TEMPLATE_NOT_FOUND'),
  },
});

const deletion = createRoute({
  method: 'delete',
  path: '/{templateId}',
  tags,
  summary: 'Delete a template with all its versions',
  ...keyed('template.write', 'Files that were made from it stay.'),
  request: { params },
  responses: {
    200: jsonResponse('The template is gone', deletedTemplate, ANSWER_EXAMPLES.deletedTemplate),
    ...keyedRefusals('TEMPLATE_NOT_FOUND'),
  },
});

const history = createRoute({
  method: 'get',
  path: '/{templateId}/versions',
  tags,
  summary: "List a template's versions, newest first",
  ...keyed('template.read'),
  request: { params, query: templateQuery },
  responses: {
    200: jsonResponse('A page of versions', templateVersionPage, ANSWER_EXAMPLES.templateVersions),
    ...keyedRefusals('VALIDATION_ERROR', 'TEMPLATE_NOT_FOUND'),
  },
});

const preview = createRoute({
  method: 'post',
  path: '/{templateId}/preview',
  tags,
  summary: 'Print a template with a watermark: no file, no credit',
  ...keyedJson(
    'template.read',
    'Without a version in `templateId` it prints the newest one, draft or not. Each preview counts for the rate.',
  ),
  request: { params, ...jsonBody(previewTemplateRequest, REQUEST_EXAMPLES.previewTemplate) },
  responses: {
    200: pdfResponse('The PDF'),
    ...keyedRefusals(
      ...BODY_CODES,
      'TEMPLATE_COMPILATION_ERROR',
      'TEMPLATE_NOT_FOUND',
      'FILE_TOO_LARGE',
      'PDF_GENERATION_FAILED',
    ),
  },
});

/** Saved templates over the API. One of another workspace is one that does not exist (decision 30). */
export const templateRoutes = validatingRouter()
  .openapi(listing, async (c) => {
    const { workspaceId } = keyOf(c);
    const page = await listTemplates(c.var.services, workspaceId, c.req.valid('query'));
    return c.json(answerPage(c, page.templates, page.nextCursor), 200);
  })
  .openapi(creation, async (c) => {
    const id = await createTemplate(c.var.services, authorOf(c), c.req.valid('json'));
    return c.json(await template(c, id), 201);
  })
  .openapi(reading, async (c) => c.json(await template(c, c.req.valid('param').templateId), 200))
  .openapi(change, async (c) => {
    const { templateId } = c.req.valid('param');
    await updateTemplate(c.var.services, authorOf(c), templateId, c.req.valid('json'));
    return c.json(await template(c, templateId), 200);
  })
  .openapi(publication, async (c) => {
    const { templateId } = c.req.valid('param');
    const { version } = c.req.valid('json');
    await publishTemplate(c.var.services, authorOf(c), templateId, version);
    return c.json(await template(c, `${templateId}@${version}`), 200);
  })
  .openapi(deletion, async (c) => {
    const { templateId: id } = c.req.valid('param');
    await deleteTemplate(c.var.services, authorOf(c), id);
    return c.json(answer(c, { id, deleted: true as const }), 200);
  })
  .openapi(history, async (c) => {
    const { workspaceId } = keyOf(c);
    const { templateId } = c.req.valid('param');
    const page = await listVersions(c.var.services, workspaceId, templateId, c.req.valid('query'));
    return c.json(answerPage(c, page.versions, page.nextCursor), 200);
  })
  .openapi(preview, async (c) => {
    const pdf = await previewTemplate(c.var.services, c.req.valid('param').templateId, {
      workspaceId: keyOf(c).workspaceId,
      plan: planOf(c),
      data: c.req.valid('json').templateData ?? {},
      arrivedAt: c.var.arrivedAt,
    });
    return servePdf(c, pdf);
  });

const authorOf = (c: AppContext): Author => ({
  workspaceId: keyOf(c).workspaceId,
  plan: planOf(c),
  actor: `key:${keyOf(c).id}`,
});

const template = async (c: AppContext, reference: string) =>
  answer(c, await readTemplate(c.var.services, keyOf(c).workspaceId, reference));
