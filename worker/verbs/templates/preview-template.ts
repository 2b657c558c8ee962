import type { PrintJob } from '@platen/pdf';
import type { PrintLimits } from '@platen/print-engine';
import { compose } from '../../../compose/compose.ts';
import { loadInvoiceMaker } from '../../../compose/e-invoice/load-e-invoice.ts';
import type { PrintedPdf } from '../../../renderer/renderer.ts';
import type { TemplateSettings } from '../../../schema/api/pdf-options.ts';
import { newId } from '../../../schema/ids.ts';
import { PLANS } from '../../../schema/plans.ts';
import type { Ctx } from '../../ctx.ts';
import { refusalError } from '../../objects/ledger/refusal-error.ts';
import type { RequestMemory } from '../../lib/memory/request-memory.ts';
import { composeAtEdge } from '../make/lanes/compose-at-edge.ts';
import { lostPageMs } from '../make/lost-page-ms.ts';
import { printLimits } from '../make/print-limits.ts';
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

export interface DraftTerms extends PreviewTerms {
  readonly content: string;
  readonly settings: TemplateSettings;
}

/** @throws {ApiError} `VALIDATION_ERROR`; {TemplateError | InvalidComposition | RenderFailure} */
export async function previewDraft(ctx: Ctx, input: DraftTerms): Promise<PrintedPdf> {
  const { content, settings } = input;
  checkContent({ content, settings }, ctx.workspace.plan);
  return print(ctx, { name: 'preview', dataSchema: null, content, settings }, input);
}

/** A preview is for its author, whose data may have no passwords: it is not encrypted. */
async function print(
  ctx: Ctx,
  stored: Omit<Template, 'id'>,
  { data, arrivedAt, signal, memory }: PreviewTerms,
): Promise<PrintedPdf> {
  const { encryption: _encryption, ...settings } = stored.settings;
  const template = { ...stored, settings };
  const { maxHtmlBytes } = PLANS[ctx.workspace.plan];
  const input = { html: template.content, template, data, options: {}, filename: null, maxHtmlBytes };
  const invoiceMaker = await loadInvoiceMaker(settings);
  const now = ctx.services.now();
  const { job } = await composeAtEdge(memory, {
    maxHtmlBytes,
    templateChars: template.content.length,
    compose: (limits) =>
      compose({ ...input, invoiceMaker, watermark: 'PREVIEW', now, limits, listsUnknownNames: true }),
  });
  return printPreview(ctx, job, printLimits(ctx, arrivedAt), signal);
}

/** The ledger counts the page time of previews without a PDF, as it does for generations (decision 29). */
async function printPreview(ctx: Ctx, job: PrintJob, limits: PrintLimits, signal: AbortSignal) {
  const { services, ledger } = ctx;
  const previewId = newId('prv');
  const refused = await ledger.beginPreview({ previewId, deadline: limits.deadline });
  if (refused !== null) throw refusalError(refused);
  let lostMs = 0;
  try {
    return await services.renderer.print(job, limits, signal);
  } catch (error) {
    lostMs = lostPageMs(error);
    throw error;
  } finally {
    await ledger.endPreview(previewId, lostMs).catch((error) => {
      console.error(JSON.stringify({ event: 'preview_end_failed', previewId, cause: String(error) }));
    });
  }
}
