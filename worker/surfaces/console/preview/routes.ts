import { createRoute } from '@hono/zod-openapi';
import { previewDraft as previewDraftRequest } from '../../../../schema/console/templates.ts';
import { encodeWarnings, WARNINGS_HEADER } from '../../../../schema/warnings-header.ts';
import { previewDraft } from '../../../verbs/templates/preview-template.ts';
import { requireCtx, requireMemory } from '../../http/context.ts';
import { jsonBody, pdfResponse } from '../../http/responses.ts';
import { servePdf } from '../../http/serve-pdf.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { inWorkspace, readPlanBody } from '../http/in-workspace.ts';
import { limitPreviews } from '../http/limit-person.ts';

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
