import { createRoute, z } from '@hono/zod-openapi';
import {
  ANSWER_EXAMPLES,
  EXAMPLE_ETAG,
  EXAMPLE_TEMPLATE_ID,
  REQUEST_EXAMPLES,
} from '../../../../schema/api/examples.ts';
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
} from '../../../../schema/api/templates.ts';
import { answer, answerPage } from '../../http/answer.ts';
import { type AppContext, requireCtx, requireMemory } from '../../http/context.ts';
import { keyed, keyedJson } from '../keyed.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { keyedErrors } from '../error-responses.ts';
import { jsonBody, jsonResponse, pdfResponse, requestHeader } from '../../http/responses.ts';
import { TEMPLATE_HEADERS } from '../../http/response-headers.ts';
import { namesTag } from '../../../lib/etag.ts';
import { servePdf } from '../../http/serve-pdf.ts';
import { deleteTemplate } from '../../../verbs/templates/delete-template.ts';
import { listTemplates, readTemplate } from '../../../verbs/templates/describe-template.ts';
import { listVersions } from '../../../verbs/templates/list-versions.ts';
import { previewTemplate } from '../../../verbs/templates/preview-template.ts';
import { publishTemplate } from '../../../verbs/templates/publish-template.ts';
import { createTemplate, updateTemplate } from '../../../verbs/templates/save-template.ts';
import { templateTag } from '../../../verbs/templates/template-tag.ts';

const params = z.object({
  templateId: z.string().meta({
    description: '`tpl_…`, or `tpl_…@3` to read version 3.',
    example: EXAMPLE_TEMPLATE_ID,
  }),
});
const tags = ['Templates'];

const templateResponse = (description: string, example: z.input<typeof templateAnswer>) => ({
  ...jsonResponse(description, templateAnswer, example),
  headers: TEMPLATE_HEADERS,
});

const BODY_CODES = ['VALIDATION_ERROR', 'REQUEST_TIMEOUT', 'SERVICE_BUSY'] as const;

const listing = createRoute({
  method: 'get',
  path: '/',
  tags,
  summary: 'List templates, newest first',
  ...keyed('template.read'),
  request: { query: templateQuery },
  responses: {
    200: jsonResponse('A page of templates', templatePage, ANSWER_EXAMPLES.templates),
    ...keyedErrors('VALIDATION_ERROR'),
  },
});

const creation = createRoute({
  method: 'post',
  path: '/',
  tags,
  summary: 'Create a template',
  ...keyedJson(
    'template.write',
    'Checks the Handlebars, the helpers and partials that it calls, the settings and the data schema.',
  ),
  request: jsonBody(createTemplateRequest, REQUEST_EXAMPLES.createTemplate),
  responses: {
    201: templateResponse('The template', ANSWER_EXAMPLES.createdTemplate),
    ...keyedErrors(
      ...BODY_CODES,
      'TEMPLATE_COMPILATION_ERROR',
      'TEMPLATE_NAME_TAKEN',
      'TEMPLATE_LIMIT_REACHED',
    ),
  },
});

const reading = createRoute({
  method: 'get',
  path: '/{templateId}',
  tags,
  summary: 'Read the newest version of a template, or a given version',
  ...keyed('template.read'),
  parameters: [
    requestHeader('If-None-Match', 'Returns 304 if the template is still in this state.', EXAMPLE_ETAG),
  ],
  request: { params },
  responses: {
    200: templateResponse('The template', ANSWER_EXAMPLES.publishedTemplate),
    304: {
      description: 'The template is in the state that `If-None-Match` names',
      headers: TEMPLATE_HEADERS,
    },
    ...keyedErrors('TEMPLATE_NOT_FOUND'),
  },
});

const change = createRoute({
  method: 'put',
  path: '/{templateId}',
  tags,
  summary: 'Change a template',
  ...keyedJson(
    'template.write',
    'Versions never change. A save that changes nothing makes no version. A `templateId` without a version means the published version.',
  ),
  parameters: [requestHeader('If-Match', 'Saves only if the template is still in this state.', EXAMPLE_ETAG)],
  request: { params, ...jsonBody(updateTemplateRequest, REQUEST_EXAMPLES.updateTemplate) },
  responses: {
    200: templateResponse('The template after the change', ANSWER_EXAMPLES.draftedTemplate),
    ...keyedErrors(
      ...BODY_CODES,
      'TEMPLATE_COMPILATION_ERROR',
      'TEMPLATE_NOT_FOUND',
      'TEMPLATE_NAME_TAKEN',
      'TEMPLATE_CHANGED',
      'VERSION_LIMIT_REACHED',
    ),
  },
});

const publication = createRoute({
  method: 'post',
  path: '/{templateId}/publish',
  tags,
  summary: 'Publish a version',
  ...keyedJson(
    'template.write',
    'A `templateId` without a version means this version, until another one is published. An older version can be published again.',
  ),
  request: { params, ...jsonBody(publishTemplateRequest, REQUEST_EXAMPLES.publishTemplate) },
  responses: {
    200: templateResponse('The published version', ANSWER_EXAMPLES.publishedTemplate),
    ...keyedErrors(...BODY_CODES, 'TEMPLATE_NOT_FOUND', 'TEMPLATE_CHANGED'),
  },
});

const deletion = createRoute({
  method: 'delete',
  path: '/{templateId}',
  tags,
  summary: 'Delete a template with all its versions',
  ...keyed('template.write', 'Files that were made from the template are not deleted.'),
  request: { params },
  responses: {
    200: jsonResponse('The template is deleted', deletedTemplate, ANSWER_EXAMPLES.deletedTemplate),
    ...keyedErrors('TEMPLATE_NOT_FOUND'),
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
    ...keyedErrors('VALIDATION_ERROR', 'TEMPLATE_NOT_FOUND'),
  },
});

const preview = createRoute({
  method: 'post',
  path: '/{templateId}/preview',
  tags,
  summary: 'Print a template with a watermark, without storing a file or spending a credit',
  ...keyedJson(
    'template.read',
    'Without a version in `templateId`, the newest version is printed, draft or not. Each preview counts toward the rate limit.',
  ),
  request: { params, ...jsonBody(previewTemplateRequest, REQUEST_EXAMPLES.previewTemplate) },
  responses: {
    200: pdfResponse('The PDF'),
    ...keyedErrors(
      ...BODY_CODES,
      'TEMPLATE_COMPILATION_ERROR',
      'TEMPLATE_NOT_FOUND',
      'FILE_TOO_LARGE',
      'PDF_GENERATION_FAILED',
      'PRINTS_LIMITED',
    ),
  },
});

export const templateRoutes = validatingRouter()
  .openapi(listing, async (c) => {
    const page = await listTemplates(requireCtx(c), c.req.valid('query'));
    return c.json(answerPage(c, page.templates, page.nextCursor), 200);
  })
  .openapi(creation, async (c) => {
    const id = await createTemplate(requireCtx(c), c.req.valid('json'));
    return c.json(await answerTemplate(c, id), 201);
  })
  .openapi(reading, async (c) => {
    const body = await answerTemplate(c, c.req.valid('param').templateId);
    const known = c.req.header('If-None-Match');
    const unchanged = known !== undefined && namesTag(known, await templateTag(body.data));
    return unchanged ? c.body(null, 304) : c.json(body, 200);
  })
  .openapi(change, async (c) => {
    const { templateId } = c.req.valid('param');
    await updateTemplate(requireCtx(c), {
      ...c.req.valid('json'),
      templateId,
      ifMatch: c.req.header('If-Match'),
    });
    return c.json(await answerTemplate(c, templateId), 200);
  })
  .openapi(publication, async (c) => {
    const { templateId } = c.req.valid('param');
    const { version } = c.req.valid('json');
    await publishTemplate(requireCtx(c), { templateId, version });
    return c.json(await answerTemplate(c, `${templateId}@${version}`), 200);
  })
  .openapi(deletion, async (c) => {
    const { templateId: id } = c.req.valid('param');
    await deleteTemplate(requireCtx(c), id);
    return c.json(answer(c, { id, deleted: true as const }), 200);
  })
  .openapi(history, async (c) => {
    const { templateId } = c.req.valid('param');
    const page = await listVersions(requireCtx(c), { ...c.req.valid('query'), templateId });
    return c.json(answerPage(c, page.versions, page.nextCursor), 200);
  })
  .openapi(preview, async (c) => {
    const { templateId: reference } = c.req.valid('param');
    const { templateData: data = {} } = c.req.valid('json');
    const arrivedAt = c.get('arrivedAt');
    const { signal } = c.req.raw;
    const terms = { reference, data, arrivedAt, signal, memory: requireMemory(c) };
    return servePdf(c, await previewTemplate(requireCtx(c), terms));
  });

async function answerTemplate(c: AppContext, reference: string) {
  const template = await readTemplate(requireCtx(c), reference);
  c.header('ETag', await templateTag(template));
  return answer(c, template);
}
