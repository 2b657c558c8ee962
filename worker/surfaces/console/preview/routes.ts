import { createRoute } from '@hono/zod-openapi';
import type { PrintedPdf } from '../../../../renderer/renderer.ts';
import { previewTemplate as previewTemplateRequest } from '../../../../schema/api/templates.ts';
import { previewDraft as previewDraftRequest } from '../../../../schema/console/templates.ts';
import { encodeWarnings, WARNINGS_HEADER } from '../../../../schema/warnings-header.ts';
import { previewDraft, previewTemplate } from '../../../verbs/templates/preview-template.ts';
import { toDraftTerms } from './draft-terms.ts';
import { type AppContext, requireCtx, requireMemory } from '../../http/context.ts';
import { jsonBody, pdfResponse } from '../../http/responses.ts';
import { servePdf } from '../../http/serve-pdf.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { templateParams } from '../../shared/templates.ts';
import { inWorkspace, readPlanBody } from '../http/in-workspace.ts';
import { limitPreviews } from '../http/limit-person.ts';

const preview = createRoute({
  method: 'post',
  path: '/',
  middleware: [inWorkspace('member'), limitPreviews, readPlanBody],
  request: jsonBody(previewDraftRequest),
  responses: { 200: pdfResponse('The PDF, with a watermark') },
});

const previewSaved = createRoute({
  method: 'post',
  path: '/{templateId}',
  middleware: [inWorkspace('member'), limitPreviews, readPlanBody],
  request: { params: templateParams, ...jsonBody(previewTemplateRequest) },
  responses: { 200: pdfResponse('The PDF of a version, with a watermark') },
});

const routes = validatingRouter().openapi(previewSaved, async (c) => {
  const { templateId: reference } = c.req.valid('param');
  const { templateData: data = {}, ...given } = c.req.valid('json');
  const terms = { reference, data, ...given, ...requestTerms(c) };
  return servePreview(c, await previewTemplate(requireCtx(c), terms));
});

export const previewRoutes = routes.openapi(preview, async (c) => {
  const terms = { ...toDraftTerms(c.req.valid('json')), ...requestTerms(c) };
  return servePreview(c, await previewDraft(requireCtx(c), terms));
});

const requestTerms = (c: AppContext) => ({
  arrivedAt: c.get('arrivedAt'),
  signal: c.req.raw.signal,
  memory: requireMemory(c),
});

function servePreview(c: AppContext, printed: PrintedPdf) {
  const { warnings } = printed.report;
  if (warnings.length > 0) c.header(WARNINGS_HEADER, encodeWarnings(warnings));
  return servePdf(c, printed);
}
