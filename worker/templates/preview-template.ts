import { compose } from '../../compose/compose.ts';
import type { PrintedPdf } from '../../renderer/renderer.ts';
import { PLANS, type PlanId } from '../../schema/plans.ts';
import type { Services } from '../services.ts';
import { getTemplateVersion, withContent } from './get-template.ts';

/** A template and data to try it with. */
export interface Preview {
  readonly workspaceId: string;
  readonly plan: PlanId;
  /** `tpl_…` for the newest version, draft or not; `tpl_…@3` for a given one. */
  readonly reference: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Epoch milliseconds. */
  readonly arrivedAt: number;
}

/**
 * Prints a template, drafts too, with a watermark. Nothing is kept and nothing charged.
 *
 * @throws {ApiError} `TEMPLATE_NOT_FOUND`
 * @throws {TemplateError | InvalidComposition} from compose
 * @throws {RenderFailure} from print
 */
export async function previewTemplate(services: Services, preview: Preview): Promise<PrintedPdf> {
  const { workspaceId, plan, reference } = preview;
  const version = await getTemplateVersion(services, workspaceId, reference, 'latest');
  const { job } = compose({
    ...sourceOf(await withContent(services, version)),
    data: preview.data,
    options: {},
    filename: null,
    maxHtmlBytes: PLANS[plan].maxHtmlBytes,
    watermark: 'PREVIEW',
    now: services.now(),
  });
  return services.renderer.print(job, {
    workspaceId,
    deadline: preview.arrivedAt + PLANS[plan].timeoutMs,
    maxPdfBytes: PLANS[plan].maxPdfBytes,
  });
}

const sourceOf = <Source extends { content: string }>(template: Source) => ({
  html: template.content,
  template,
});
