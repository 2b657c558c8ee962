import {
  type ByteSource,
  findInvoiceWarnings,
  type Finish,
  type FinishOptions,
  finishPdf,
  listDifferences,
  PdfReader,
  type PrintJob,
  readShownPage,
  type RenderWarning,
} from '@platen/pdf';
import {
  FaultyDocument,
  findWatermarkWarnings,
  hasBands,
  planSheets,
  toWatermarkJob,
} from '@platen/print-engine';
import type { ComposedInvoice } from '../../../../compose/e-invoice/compose-e-invoice.ts';
import { addInvoice, compose } from '../../../../compose/compose.ts';
import { attachAssets } from '../../../../compose/assets/attach-assets.ts';
import { prepare } from '../../../../compose/prepare.ts';
import { listContents } from '../../../../compose/template-texts.ts';
import { normaliseFilename } from '../../../../compose/filename.ts';
import type { FinishRequest, MergeRequest } from '../../../../schema/api/assemble.ts';
import { PLANS } from '../../../../schema/plans.ts';
import { invalidRequest } from '../../../lib/api-error.ts';
import { storedComponents } from '../../components/stored-components.ts';
import type { AssemblyRun } from './assembly-run.ts';

export const NOTHING = {
  metadata: null,
  attachments: [],
  watermark: null,
  encryption: null,
  mark: null,
} as const;

/** Their objects are in memory. */
const MAX_DRAWN_PAGES = 10_000;

/** The options of the request ask for this. Their placeholders are filled. */
export interface FinishPlan {
  readonly job: PrintJob;
  /** Ends in `.pdf`. */
  readonly filename: string;
  /** See `Composition`. */
  readonly eInvoice: ComposedInvoice | null;
  /** No option changes the PDF. */
  readonly isPlain: boolean;
}

type FinishBody = Pick<MergeRequest & FinishRequest, 'filename' | 'options' | 'templateData'> & {
  /** Without an extension. */
  readonly defaultName: string;
};

/** @throws {InvalidComposition | TemplateError} */
export async function composeFinish(
  { ctx, report, memory }: AssemblyRun,
  body: Partial<FinishBody> & { readonly defaultName: string },
): Promise<FinishPlan> {
  const { filename: named, options = {}, templateData = {}, defaultName } = body;
  const components = storedComponents(ctx, { pins: null, partials: {}, templatesVersion: null, memory });
  const texts = listContents('', options);
  const prepared = await prepare({ texts, settings: [options] }, components.findPartials);
  const planned = compose({
    ...prepared,
    content: '',
    template: null,
    data: templateData,
    options,
    filename: named === undefined ? defaultName : normaliseFilename(named),
    maxHtmlBytes: PLANS[ctx.workspace.plan].maxHtmlBytes,
    watermark: null,
    now: ctx.services.now(),
    meter: ctx.meter,
  });
  const { job, filename, eInvoice } = await addInvoice(planned, prepared.invoiceMaker, ctx.meter);
  report?.add({ warnings: job.warnings ?? [] });
  const isPlain = !hasBands(job) && !isFinished(job.finish) && !job.invoice;
  const attached = await attachAssets(job, components.assets, ctx.meter);
  return { job: { ...attached, warnings: [] }, filename, eInvoice, isPlain };
}

const isFinished = (finish: FinishOptions | null | undefined): boolean =>
  finish !== null &&
  finish !== undefined &&
  (finish.metadata !== null ||
    finish.attachments.length > 0 ||
    finish.watermark !== null ||
    Boolean(finish.letterhead) ||
    finish.encryption !== null ||
    Boolean(finish.pdfa) ||
    finish.pdfua === true);

/** @param mark over everything else, such as `TEST` */
export async function finishPieces(
  run: AssemblyRun,
  pieces: AsyncIterable<Uint8Array>,
  plan: FinishPlan,
): Promise<ByteSource> {
  return finishSource(run, await run.scratch.keep(pieces), plan, null);
}

export async function finishSource(
  run: AssemblyRun,
  source: ByteSource,
  plan: FinishPlan,
  mark: string | null,
): Promise<ByteSource> {
  const bands = await printBands(run, source, plan);
  const watermark = await printWatermark(run, plan.job);
  const { finish } = plan.job;
  const { meter } = run.ctx;
  const warn = (warning: RenderWarning) => run.report?.add({ warnings: [warning] });
  const inspect = inspectInvoice(run, plan.job);
  return finishPdf(source, { ...NOTHING, ...finish, watermark, mark, warn, meter, inspect }, bands);
}

/** Compares the pages with the invoice, if there is one. @throws {FaultyDocument} they differ, and `failOn` forbids it */
function inspectInvoice(
  { ctx, report, differences }: AssemblyRun,
  { invoice, failOn = [] }: PrintJob,
): Finish['inspect'] {
  if (!invoice) return null;
  return async (pdf) => {
    const warnings = await findInvoiceWarnings(pdf, invoice, ctx.meter);
    report?.add({ warnings });
    differences.push(...warnings);
    if (warnings.length === 0 || !failOn.includes('invoice')) return;
    throw new FaultyDocument(listDifferences(warnings).map((detail) => ({ kind: 'invoice', detail })));
  };
}

/** Only the bands are printed, each once for all pages that have the same. */
async function printBands(
  { ctx, limits, signal, scratch, report }: AssemblyRun,
  source: ByteSource,
  { job, filename }: FinishPlan,
) {
  if (!hasBands(job)) return null;
  const pages = (await (await PdfReader.open(source, ctx.meter)).pages()).map((page, index) => {
    const { width, height } = readShownPage(page);
    return { number: index + 1, widthPoints: width, heightPoints: height };
  });
  if (pages.length > MAX_DRAWN_PAGES) {
    throw invalidRequest([
      `options: a header or footer needs at most ${MAX_DRAWN_PAGES} pages; the PDF has ${pages.length}`,
    ]);
  }
  const { sheets, sheetOfPage } = planSheets(job, pages, pages.length);
  if (sheets.length === 0) return null;
  const bandsOnly = { title: filename.replace(/\.pdf$/, ''), pages: toRuns(pages) };
  const printed = await ctx.services.renderer.print({ ...job, finish: null, bandsOnly }, limits, signal);
  report?.add(printed.report);
  return { sheets: await scratch.keepBody(printed.body), sheetOfPage };
}

interface PageSize {
  readonly widthPoints: number;
  readonly heightPoints: number;
}

function toRuns(pages: readonly PageSize[]): (PageSize & { count: number })[] {
  const runs: (PageSize & { count: number })[] = [];
  for (const { widthPoints, heightPoints } of pages) {
    const last = runs.at(-1);
    if (last?.widthPoints === widthPoints && last.heightPoints === heightPoints) last.count += 1;
    else runs.push({ widthPoints, heightPoints, count: 1 });
  }
  return runs;
}

async function printWatermark(
  { ctx, limits, signal, scratch, report }: AssemblyRun,
  { finish, failOn = [] }: PrintJob,
) {
  const watermark = finish?.watermark ?? null;
  if (watermark === null) return null;
  const job = { ...toWatermarkJob(watermark), report: report !== null, failOn };
  const printed = await ctx.services.renderer.print(job, limits, signal);
  const { missingGlyphs } = printed.report;
  report?.add({ missingGlyphs, warnings: findWatermarkWarnings(missingGlyphs) });
  return { ...watermark, sheet: await scratch.keepBody(printed.body) };
}
