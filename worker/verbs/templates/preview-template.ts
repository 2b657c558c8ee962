import type { PrintJob } from '@platen/pdf';
import type { PrintLimits } from '@platen/print-engine';
import { compose } from '../../../compose/compose.ts';
import type { PartialSources } from '../../../compose/partials/closure.ts';
import { loadInvoiceMaker } from '../../../compose/e-invoice/load-e-invoice.ts';
import { loadTranslator } from '../../../compose/translations/load-translator.ts';
import type { PrintedPdf } from '../../../renderer/renderer.ts';
import type { Output } from '../../../schema/api/output.ts';
import type { PartsChoice } from '../../../schema/api/templates.ts';
import { newId } from '../../../schema/ids.ts';
import { PLANS } from '../../../schema/plans.ts';
import type { Ctx } from '../../ctx.ts';
import { refusalError } from '../../objects/ledger/refusal-error.ts';
import type { RequestMemory } from '../../lib/memory/request-memory.ts';
import { composeAtEdge } from '../make/lanes/compose-at-edge.ts';
import { lostPageMs } from '../make/lost-page-ms.ts';
import { printLimits } from '../make/print-limits.ts';
import { attachStoredAssets } from '../parts/attach-stored-assets.ts';
import { checkContent } from './check-content.ts';
import {
  getTemplateVersion,
  type LoadedTemplate,
  loadTemplate,
  sourceBytes,
  withContent,
} from './get-template.ts';
import { findTexts } from './pins/find-parts.ts';
import type { VersionParts } from './versions/objects.ts';

interface PreviewTerms {
  /** Texts instead of the saved partials of these names. */
  readonly partials?: PartialSources | undefined;
  readonly data: Readonly<Record<string, unknown>>;
  /** As `options.locale` of a request. */
  readonly locale?: string | undefined;
  /** Epoch milliseconds. */
  readonly arrivedAt: number;
  /** Aborts when the client hangs up. */
  readonly signal: AbortSignal;
  readonly memory: RequestMemory;
  /** Default: a PDF. */
  readonly output?: Output;
}

/** @throws {ApiError} `TEMPLATE_NOT_FOUND`; {TemplateError | InvalidComposition | RenderFailure} */
export async function previewTemplate(
  ctx: Ctx,
  input: PreviewTerms & { readonly reference: string; readonly parts?: PartsChoice | undefined },
): Promise<PrintedPdf> {
  const found = await getTemplateVersion(ctx, { text: input.reference, unversioned: 'latest' });
  const keepsPins = found.version.publishedAt !== null && input.partials === undefined;
  await input.memory.loadTemplate(sourceBytes(found));
  if ((input.parts ?? (keepsPins ? 'pinned' : 'current')) === 'pinned')
    return print(ctx, await loadTemplate(ctx, found), input);
  const template = await withContent(ctx, found);
  const parts = await checkContent(ctx, template, findTexts(ctx, input.partials));
  return print(ctx, { ...template, ...parts }, input);
}

export type DraftTerms = PreviewTerms & Omit<VersionParts, 'dataSchema'>;

/** @throws {ApiError} `VALIDATION_ERROR`; {TemplateError | InvalidComposition | RenderFailure} */
export async function previewDraft(ctx: Ctx, input: DraftTerms): Promise<PrintedPdf> {
  const { content, settings, translations } = input;
  const { partials, pins } = await checkContent(ctx, input, findTexts(ctx, input.partials));
  const draft = { name: 'preview', dataSchema: null, content, settings, translations };
  return print(ctx, { ...draft, partials, pins }, input);
}

/** A preview is for its author, whose data may have no passwords: it is not encrypted. */
async function print(
  ctx: Ctx,
  stored: Omit<LoadedTemplate, 'id'>,
  { data, locale, arrivedAt, signal, memory, output }: PreviewTerms,
): Promise<PrintedPdf> {
  const { encryption: _encryption, ...settings } = stored.settings;
  const template = { ...stored, settings };
  const { maxHtmlBytes } = PLANS[ctx.workspace.plan];
  const { content: html, partials } = template;
  const options = locale === undefined ? {} : { locale };
  const input = { html, template, partials, data, options, output, filename: null, maxHtmlBytes };
  const invoiceMaker = await loadInvoiceMaker(settings);
  const translator = await loadTranslator(template.translations);
  const now = ctx.services.now();
  const { job } = await composeAtEdge(memory, {
    maxHtmlBytes,
    templateChars: template.content.length,
    compose: (limits) =>
      compose({
        ...input,
        invoiceMaker,
        translator,
        watermark: 'PREVIEW',
        now,
        limits,
        listsUnknownNames: true,
      }),
  });
  const { pins } = template;
  const attached = await attachStoredAssets(ctx, job, { pins, templatesVersion: null, memory });
  return printPreview(ctx, attached, printLimits(ctx, arrivedAt), signal);
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
