import { compose } from '../../compose/compose.ts';
import type { PrintedPdf } from '../../renderer/renderer.ts';
import type { TemplateSettings } from '../../schema/api/pdf-options.ts';
import { PLANS } from '../../schema/plans.ts';
import type { Ctx } from '../ctx.ts';
import { checkContent } from './check-content.ts';
import { getTemplateVersion, type Template, withContent } from './get-template.ts';

interface PreviewTerms {
  readonly data: Readonly<Record<string, unknown>>;
  /** Epoch milliseconds. */
  readonly arrivedAt: number;
}

/** @throws {ApiError} `TEMPLATE_NOT_FOUND`; {TemplateError | InvalidComposition | RenderFailure} */
export async function previewTemplate(
  ctx: Ctx,
  input: PreviewTerms & { readonly reference: string },
): Promise<PrintedPdf> {
  const version = await getTemplateVersion(ctx, { text: input.reference, unversioned: 'latest' });
  return print(ctx, await withContent(ctx, version), input);
}

/** @throws {ApiError} `VALIDATION_ERROR`; {TemplateError | InvalidComposition | RenderFailure} */
export async function previewDraft(
  ctx: Ctx,
  input: PreviewTerms & { readonly content: string; readonly settings: TemplateSettings },
): Promise<PrintedPdf> {
  const { content, settings } = input;
  checkContent({ content, settings }, ctx.workspace.plan);
  return print(ctx, { name: 'preview', dataSchema: null, content, settings }, input);
}

function print(
  { services, workspace }: Ctx,
  template: Omit<Template, 'id'>,
  { data, arrivedAt }: PreviewTerms,
): Promise<PrintedPdf> {
  const { maxHtmlBytes, maxPdfBytes, timeoutMs } = PLANS[workspace.plan];
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
  const deadline = arrivedAt + timeoutMs;
  return services.renderer.print(job, { workspaceId: workspace.id, deadline, maxPdfBytes });
}
