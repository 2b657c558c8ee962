import { compose } from '../../compose/compose.ts';
import type { PrintedPdf } from '../../renderer/renderer.ts';
import type { TemplateSettings } from '../../schema/api/pdf-options.ts';
import { PLANS, type PlanId } from '../../schema/plans.ts';
import type { Services } from '../services.ts';
import { checkContent } from './check-content.ts';
import { getTemplateVersion, type Template, withContent } from './get-template.ts';

/** Who tries a template, and with what. */
export interface PreviewTerms {
  readonly workspaceId: string;
  readonly plan: PlanId;
  readonly data: Readonly<Record<string, unknown>>;
  /** Epoch milliseconds. */
  readonly arrivedAt: number;
}

/**
 * Prints a saved template, drafts too, with a watermark. Nothing is kept and nothing charged.
 *
 * @param reference `tpl_…` for the newest version, draft or not; `tpl_…@3` for a given one
 * @throws {ApiError} `TEMPLATE_NOT_FOUND`
 * @throws {TemplateError | InvalidComposition} from compose
 * @throws {RenderFailure} from print
 */
export async function previewTemplate(
  services: Services,
  reference: string,
  terms: PreviewTerms,
): Promise<PrintedPdf> {
  const version = await getTemplateVersion(services, terms.workspaceId, reference, 'latest');
  return print(services, await withContent(services, version), terms);
}

/**
 * The same for a template as it stands in an editor. What saving it would refuse is refused here too.
 *
 * @throws {ApiError} `VALIDATION_ERROR`: content over the plan's HTML limit
 * @throws {TemplateError | InvalidComposition} from compose
 * @throws {RenderFailure} from print
 */
export async function previewDraft(
  services: Services,
  draft: { readonly content: string; readonly settings: TemplateSettings },
  terms: PreviewTerms,
): Promise<PrintedPdf> {
  checkContent(draft, terms.plan);
  return print(services, { name: 'preview', dataSchema: null, ...draft }, terms);
}

function print(
  services: Services,
  template: Omit<Template, 'id'>,
  { workspaceId, plan, data, arrivedAt }: PreviewTerms,
): Promise<PrintedPdf> {
  const { maxHtmlBytes, maxPdfBytes, timeoutMs } = PLANS[plan];
  const { job } = compose({
    html: template.content,
    template,
    data,
    options: {},
    filename: null,
    maxHtmlBytes,
    watermark: 'PREVIEW',
    now: services.now(),
  });
  return services.renderer.print(job, { workspaceId, deadline: arrivedAt + timeoutMs, maxPdfBytes });
}
