import type { PrintJob } from '@platen/pdf';
import { attachAssets } from '../../../compose/assets/attach-assets.ts';
import { addInvoice, compose } from '../../../compose/compose.ts';
import type { CompositionInput } from '../../../compose/composition-input.ts';
import type { PartialContents } from '../../../compose/partials/closure.ts';
import { prepare } from '../../../compose/prepare.ts';
import type { PrintedPdf } from '../../../renderer/renderer.ts';
import type { Output } from '../../../schema/api/output.ts';
import type { ComponentsChoice } from '../../../schema/api/templates.ts';
import { PLANS } from '../../../schema/plans.ts';
import type { Ctx } from '../../ctx.ts';
import type { RequestMemory } from '../../lib/memory/request-memory.ts';
import { composeAtEdge } from '../make/lanes/compose-at-edge.ts';
import { printLimits } from '../make/print-limits.ts';
import { unpaidWork } from '../usage/unpaid-work.ts';
import { storedComponents } from '../components/stored-components.ts';
import { checkContent } from './check-content.ts';
import {
  getTemplateVersion,
  type LoadedTemplate,
  loadTemplate,
  templateBytes,
  withContent,
} from './get-template.ts';
import { findTexts } from './pins/find-components.ts';
import { startReading } from './reading.ts';
import type { VersionFields } from './versions/objects.ts';

/** What says on every page that it is no document of the workspace: `watermark` all over it, or `notice`, a line at its foot. */
type Mark = Pick<PrintJob, 'watermark' | 'notice'>;

export const PREVIEW: Mark = { watermark: 'PREVIEW' };

interface PreviewTerms {
  /** Texts instead of the saved partials of these names. */
  readonly partials?: PartialContents | undefined;
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

type TemplateTerms = PreviewTerms & {
  readonly reference: string;
  readonly parts?: ComponentsChoice | undefined;
};

/** @throws {ApiError} `TEMPLATE_NOT_FOUND`; {TemplateError | InvalidComposition | RenderFailure} */
export const previewTemplate = (ctx: Ctx, input: TemplateTerms): Promise<PrintedPdf> =>
  unpaidWork(ctx, () => printTemplate(ctx, input));

async function printTemplate(ctx: Ctx, input: TemplateTerms): Promise<PrintedPdf> {
  const found = await getTemplateVersion(ctx, { text: input.reference, unversioned: 'latest' });
  const keepsPins = found.version.publishedAt !== null && input.partials === undefined;
  await input.memory.loadTemplate(templateBytes(found));
  if ((input.parts ?? (keepsPins ? 'pinned' : 'current')) === 'pinned')
    return print(ctx, await loadTemplate(ctx, found), input);
  const template = await withContent(ctx, found);
  const parts = await checkContent(ctx, template, startReading(ctx, findTexts(ctx, input.partials)));
  return print(ctx, { ...template, ...parts }, input);
}

export type DraftTerms = PreviewTerms & Omit<VersionFields, 'dataSchema'>;

/** @throws {ApiError} `VALIDATION_ERROR`; {TemplateError | InvalidComposition | RenderFailure} */
export const previewDraft = (ctx: Ctx, input: DraftTerms, mark = PREVIEW): Promise<PrintedPdf> =>
  unpaidWork(ctx, async () => {
    const job = await composeDraft(ctx, input, mark);
    return ctx.services.renderer.print(job, printLimits(ctx, input.arrivedAt), input.signal);
  });

/** @throws {ApiError} `VALIDATION_ERROR`; {TemplateError | InvalidComposition} */
export async function composeDraft(ctx: Ctx, input: DraftTerms, mark: Mark): Promise<PrintJob> {
  const { content, settings, translations } = input;
  const { partials, pins } = await checkContent(
    ctx,
    input,
    startReading(ctx, findTexts(ctx, input.partials)),
  );
  const draft = { name: 'preview', dataSchema: null, content, settings, translations };
  return composeStored(ctx, { ...draft, partials, pins }, input, mark);
}

async function print(ctx: Ctx, stored: Omit<LoadedTemplate, 'id'>, terms: PreviewTerms): Promise<PrintedPdf> {
  const job = await composeStored(ctx, stored, terms, PREVIEW);
  return ctx.services.renderer.print(job, printLimits(ctx, terms.arrivedAt), terms.signal);
}

/** A preview is for its author, whose data may have no passwords: it is not encrypted. */
async function composeStored(
  ctx: Ctx,
  stored: Omit<LoadedTemplate, 'id'>,
  { data, locale, memory, output }: PreviewTerms,
  mark: Mark,
): Promise<PrintJob> {
  const { encryption: _encryption, ...settings } = stored.settings;
  const { content, translations, pins, partials } = stored;
  const { maxHtmlBytes } = PLANS[ctx.workspace.plan];
  const components = storedComponents(ctx, { pins, partials, templatesVersion: null, memory });
  const input: CompositionInput = {
    ...(await prepare({ settings: [settings], translations }, components.findPartials)),
    content,
    template: { ...stored, settings },
    data,
    options: { report: true, ...(locale !== undefined && { locale }) },
    output,
    filename: null,
    maxHtmlBytes,
    watermark: mark.watermark,
    now: ctx.services.now(),
    meter: ctx.meter,
    listsUnknownNames: true,
  };
  const { job } = await composeAtEdge(memory, {
    maxHtmlBytes,
    templateChars: content.length,
    compose: (limits) => addInvoice(compose({ ...input, limits }), input.invoiceMaker ?? null, ctx.meter),
  });
  return attachAssets({ ...job, notice: mark.notice ?? null }, components.assets, ctx.meter);
}
