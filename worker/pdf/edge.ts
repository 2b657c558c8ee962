import { composeRequest } from '../../compose/compose-request.ts';
import { normaliseFilename } from '../../compose/filename.ts';
import type { Renderer } from '../../renderer/renderer.ts';
import type { GenerateRequest } from '../../schema/api/generate.ts';
import { PLANS } from '../../schema/plans.ts';
import type { PdfOrder } from './order.ts';

/** The edge lane: the body is in this isolate's memory, composed here, and printed wherever `renderer` prints. */
export function edgeOrder(renderer: Renderer, body: GenerateRequest): PdfOrder {
  const filename = body.filename === undefined ? null : normaliseFilename(body.filename);
  return {
    templateId: body.templateId ?? null,
    wantsReport: body.options?.report === true,
    async make({ phases, ...terms }) {
      const { job, filename: chosen } = await phases.measure('compose', () =>
        composeRequest({ body, filename, ...terms }),
      );
      const { workspaceId, deadline, plan } = terms;
      const limits = { workspaceId, deadline, maxPdfBytes: PLANS[plan].maxPdfBytes };
      return { pdf: await phases.measure('print', () => renderer.print(job, limits)), filename: chosen };
    },
  };
}
