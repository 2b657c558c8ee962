import { compose } from '../../compose/compose.ts';
import type { PrintedPdf } from '../../renderer/renderer.ts';
import type { TemplateSettings } from '../../schema/api/pdf-options.ts';
import { PLANS } from '../../schema/plans.ts';
import type { Ctx } from '../ctx.ts';
import type { RequestMemory } from '../memory/request-memory.ts';
import { composeAtEdge } from '../pdf/compose-at-edge.ts';
import { printLimits } from '../pdf/print-limits.ts';
import { checkContent } from './check-content.ts';
import { getTemplateVersion, type Template, withContent } from './get-template.ts';

interface PreviewTerms {
  readonly data: Readonly<Record<string, unknown>>;
  /** Epoch milliseconds. */
  readonly arrivedAt: number;
  /** Aborts when the client hangs up. */
  readonly signal: AbortSignal;
  readonly memory: RequestMemory;
}

/** @throws {ApiError} `TEMPLATE_NOT_FOUND`; {TemplateError | InvalidComposition | RenderFailure} */
export async function previewTemplate(
  ctx: Ctx,
  input: PreviewTerms & { readonly reference: string },
): Promise<PrintedPdf> {
  const version = await getTemplateVersion(ctx, { text: input.reference, unversioned: 'latest' });
  await input.memory.loadTemplate(version.version.contentBytes);
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

async function print(
  ctx: Ctx,
  template: Omit<Template, 'id'>,
  { data, arrivedAt, signal, memory }: PreviewTerms,
): Promise<PrintedPdf> {
  const { services, workspace } = ctx;
  const { maxHtmlBytes } = PLANS[workspace.plan];
  const input = { html: template.content, template, data, options: {}, filename: null, maxHtmlBytes };
  const now = services.now();
  const { job } = await composeAtEdge(memory, {
    maxHtmlBytes,
    templateChars: template.content.length,
    compose: (limits) => compose({ ...input, watermark: 'PREVIEW', now, limits }),
  });
  return services.renderer.print(job, printLimits(ctx, arrivedAt), signal);
}
