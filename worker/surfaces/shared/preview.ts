import type { PrintedPdf } from '../../../renderer/renderer.ts';
import { previewTemplate as previewTemplateRequest } from '../../../schema/api/templates.ts';
import { previewTemplate } from '../../verbs/templates/preview-template.ts';
import { type AppContext, requireMemory } from '../http/context.ts';
import { PDF_CONTENT } from '../http/responses.ts';
import { contentRoute } from '../http/route.ts';
import { templateParams } from './templates.ts';

/** Printing a preview needs this of its request. */
export const previewTerms = (c: AppContext) => ({
  arrivedAt: c.get('arrivedAt'),
  signal: c.req.raw.signal,
  memory: requireMemory(c),
});

/** @param serve answers with the PDF */
export const previewSaved = (path: string, serve: (c: AppContext, pdf: PrintedPdf) => Response) =>
  contentRoute({
    method: 'post',
    path,
    params: templateParams,
    body: previewTemplateRequest,
    content: PDF_CONTENT,
    async run(ctx, { templateId: reference, templateData: data = {}, ...given }, c) {
      return serve(c, await previewTemplate(ctx, { reference, data, ...given, ...previewTerms(c) }));
    },
  });
