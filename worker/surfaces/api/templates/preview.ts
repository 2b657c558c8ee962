import { createRoute } from '@hono/zod-openapi';
import { REQUEST_EXAMPLES } from '../../../../schema/api/examples.ts';
import { FAULT_ERRORS } from '../../../../schema/api/fail-on.ts';
import { previewTemplate as previewTemplateRequest } from '../../../../schema/api/templates.ts';
import { previewTemplate } from '../../../verbs/templates/preview-template.ts';
import { requireCtx, requireMemory } from '../../http/context.ts';
import { jsonBody, pdfResponse } from '../../http/responses.ts';
import { servePdf } from '../../http/serve-pdf.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { templateParams } from '../../shared/templates.ts';
import { keyedErrors } from '../error-responses.ts';
import { keyedJson } from '../keyed.ts';

const preview = createRoute({
  method: 'post',
  path: '/{templateId}/preview',
  tags: ['Templates'],
  summary: 'Print a template with a watermark, without storing a file or spending a credit',
  ...keyedJson(
    'template.read',
    'Without a version in `templateId`, the newest version is printed, draft or not. Each preview counts toward the rate limit.',
  ),
  request: { params: templateParams, ...jsonBody(previewTemplateRequest, REQUEST_EXAMPLES.previewTemplate) },
  responses: {
    200: pdfResponse('The PDF'),
    ...keyedErrors(
      'VALIDATION_ERROR',
      'UNSUPPORTED_ENCODING',
      'REQUEST_TIMEOUT',
      'SERVICE_BUSY',
      'TEMPLATE_COMPILATION_ERROR',
      ...FAULT_ERRORS,
      'TEMPLATE_NOT_FOUND',
      'FILE_TOO_LARGE',
      'PDF_GENERATION_FAILED',
      'PRINTS_LIMITED',
    ),
  },
});

export const previewRoutes = validatingRouter().openapi(preview, async (c) => {
  const { templateId: reference } = c.req.valid('param');
  const { templateData: data = {}, ...given } = c.req.valid('json');
  const arrivedAt = c.get('arrivedAt');
  const { signal } = c.req.raw;
  const terms = { reference, data, ...given, arrivedAt, signal, memory: requireMemory(c) };
  return servePdf(c, await previewTemplate(requireCtx(c), terms));
});
