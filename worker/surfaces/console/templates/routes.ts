import { createRoute, z } from '@hono/zod-openapi';
import { pageQuery } from '../../../../schema/api/paging.ts';
import {
  createTemplate as createTemplateRequest,
  deletedTemplate,
  publishTemplate as publishTemplateRequest,
  templatePage,
  templateVersionPage,
  updateTemplate as updateTemplateRequest,
} from '../../../../schema/api/templates.ts';
import {
  editedTemplateAnswer,
  previewDraft as previewDraftRequest,
  putSampleData as putSampleDataRequest,
  sampleDataAnswer,
  templateSearch,
} from '../../../../schema/console/templates.ts';
import { encodeWarnings, WARNINGS_HEADER } from '../../../../schema/warnings-header.ts';
import { type AppContext, requireCtx, requireMemory } from '../../http/context.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { jsonBody, jsonResponse, pdfResponse } from '../../http/responses.ts';
import { servePdf } from '../../http/serve-pdf.ts';
import { deleteTemplate } from '../../../verbs/templates/delete-template.ts';
import { listTemplates } from '../../../verbs/templates/describe-template.ts';
import { listVersions } from '../../../verbs/templates/list-versions.ts';
import { previewDraft } from '../../../verbs/templates/preview-template.ts';
import { publishTemplate } from '../../../verbs/templates/publish-template.ts';
import { putSampleData, readEditedTemplate } from '../../../verbs/templates/sample-data.ts';
import { createTemplate, updateTemplate } from '../../../verbs/templates/save-template.ts';
import { templateTag } from '../../../verbs/templates/template-tag.ts';
import { answer, answerPage } from '../../http/answer.ts';
import {
  inWorkspace,
  inWorkspaceChange,
  inWorkspaceContent,
  inWorkspaceForm,
  readPlanBody,
} from '../http/in-workspace.ts';
import { limitPreviews } from '../http/limit-person.ts';

const params = z.object({ ws: z.string(), templateId: z.string() });

const listing = createRoute({
  method: 'get',
  path: '/',
  middleware: inWorkspace('member'),
  request: { query: templateSearch },
  responses: { 200: jsonResponse('A page of templates, newest first', templatePage) },
});

const creation = createRoute({
  method: 'post',
  path: '/',
  middleware: inWorkspaceContent('member'),
  request: jsonBody(createTemplateRequest),
  responses: { 201: jsonResponse('The new template', editedTemplateAnswer) },
});

const reading = createRoute({
  method: 'get',
  path: '/{templateId}',
  middleware: inWorkspace('member'),
  request: { params },
  responses: { 200: jsonResponse('The newest version, or a given version', editedTemplateAnswer) },
});

const change = createRoute({
  method: 'put',
  path: '/{templateId}',
  middleware: inWorkspaceContent('member'),
  request: { params, ...jsonBody(updateTemplateRequest) },
  responses: { 200: jsonResponse('The template with its new version', editedTemplateAnswer) },
});

const publication = createRoute({
  method: 'post',
  path: '/{templateId}/publish',
  middleware: inWorkspaceForm('member'),
  request: { params, ...jsonBody(publishTemplateRequest) },
  responses: { 200: jsonResponse('The published version', editedTemplateAnswer) },
});

const deletion = createRoute({
  method: 'delete',
  path: '/{templateId}',
  middleware: inWorkspaceChange('member'),
  request: { params },
  responses: { 200: jsonResponse('The template is deleted with all its versions', deletedTemplate) },
});

const history = createRoute({
  method: 'get',
  path: '/{templateId}/versions',
  middleware: inWorkspace('member'),
  request: { params, query: pageQuery },
  responses: { 200: jsonResponse('A page of versions, newest first', templateVersionPage) },
});

const sampling = createRoute({
  method: 'put',
  path: '/{templateId}/sample-data',
  middleware: inWorkspaceContent('member'),
  request: { params, ...jsonBody(putSampleDataRequest) },
  responses: { 200: jsonResponse('The saved sample data', sampleDataAnswer) },
});

export const templateRoutes = validatingRouter()
  .openapi(listing, async (c) => {
    const page = await listTemplates(requireCtx(c), c.req.valid('query'));
    return c.json(answerPage(c, page.templates, page.nextCursor), 200);
  })
  .openapi(creation, async (c) => {
    const id = await createTemplate(requireCtx(c), c.req.valid('json'));
    return c.json(await answerEdited(c, id), 201);
  })
  .openapi(reading, async (c) => c.json(await answerEdited(c, c.req.valid('param').templateId), 200))
  .openapi(change, async (c) => {
    const { templateId } = c.req.valid('param');
    await updateTemplate(requireCtx(c), {
      ...c.req.valid('json'),
      templateId,
      ifMatch: c.req.header('If-Match'),
    });
    return c.json(await answerEdited(c, templateId), 200);
  })
  .openapi(publication, async (c) => {
    const { templateId } = c.req.valid('param');
    const { version } = c.req.valid('json');
    await publishTemplate(requireCtx(c), { templateId, version });
    return c.json(await answerEdited(c, `${templateId}@${version}`), 200);
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
  .openapi(sampling, async (c) => {
    const { sampleData } = c.req.valid('json');
    const { templateId } = c.req.valid('param');
    await putSampleData(requireCtx(c), { templateId, sampleData });
    return c.json(answer(c, { sampleData }), 200);
  });

async function answerEdited(c: AppContext, reference: string) {
  const { sampleData, ...template } = await readEditedTemplate(requireCtx(c), reference);
  c.header('ETag', await templateTag(template));
  return answer(c, { ...template, sampleData });
}

const preview = createRoute({
  method: 'post',
  path: '/',
  middleware: [inWorkspace('member'), limitPreviews, readPlanBody],
  request: jsonBody(previewDraftRequest),
  responses: { 200: pdfResponse('The PDF, with a watermark') },
});

export const previewRoutes = validatingRouter().openapi(preview, async (c) => {
  const { content, settings = {}, templateData: data = {} } = c.req.valid('json');
  const arrivedAt = c.get('arrivedAt');
  const { signal } = c.req.raw;
  const terms = { content, settings, data, arrivedAt, signal, memory: requireMemory(c) };
  const printed = await previewDraft(requireCtx(c), terms);
  const { warnings } = printed.report;
  if (warnings.length > 0) c.header(WARNINGS_HEADER, encodeWarnings(warnings));
  return servePdf(c, printed);
});
