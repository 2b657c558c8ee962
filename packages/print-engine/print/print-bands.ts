import { BANDS_DOCUMENT, BANDS_DOCUMENT_URL, toPrepareBandsExpression } from '../in-page/expressions.ts';
import type { LaidOutBands, ReadyDocument } from '../in-page/messages.ts';
import { readCss, readPieces } from '@platen/markup';
import type { PrintPage } from '../pages/print-page.ts';
import {
  type Band,
  type BandsOnly,
  type ByteSource,
  type PrintJob,
  readShownPage,
  type RenderWarning,
  type SheetOverlay,
} from '@platen/pdf';
import { remainingMs } from '../print-limits.ts';
import { toSectionTexts } from '../paged/section-texts.ts';
import { edgeOf, hasBands, listBands, planSheets, toPages, toPreparation, toTexts } from './band-sheets.ts';
import { looksFor } from './faults.ts';
import { findMissingGlyphs } from './look-for-glyphs.ts';
import { toRenderFailure } from './page-failures.ts';
import { toWindow } from './paper.ts';
import type { PrintedDocument } from './print-document.ts';
import { type PrintRun, resourceBudgetMs } from './print-run.ts';
import { ExpectedSheets, printSheets } from './print-sheets.ts';

/** Prints the bands of a job that has no document. */
export async function printBandsOnly(run: PrintRun, only: BandsOnly): Promise<ByteSource> {
  const { job, page } = run;
  const pages = toPages(only);
  const layout = {
    ...planSheets(job, pages, pages.length),
    texts: toTexts(job, pages.length, { title: only.title, url: '' }),
  };
  if (layout.sheets.length === 0) throw new Error('No page has a band');
  if (looksFor(job, 'resources')) await page.intercept({ resources: 'all' }, remainingMs(run.limits));
  await loadInDocumentPage(run);
  page.noteUse({ usedNetwork: hasAddress(job) });
  const { sheets, needed } = await printSheets(run, layout);
  await report(run, needed, { sheets, sheetOfPage: layout.sheetOfPage });
  return sheets;
}

/** No script of a band runs, so its addresses are in its HTML. */
const hasAddress = (job: PrintJob): boolean => listBands(job).some(({ html }) => /https?:|\/\//i.test(html));

/** Bands that load in a page of their own. */
export interface PreparedBands {
  readonly page: PrintPage;
  /** Rejects if the page fails. */
  readonly loaded: Promise<unknown>;
  readonly expected: ExpectedSheets;
}

/**
 * Bands are a document of their own, without the document's styles. With a spare page, it loads while the document does.
 * Returns null if there are no bands, or no spare page. Bands then use the page of the document.
 */
export function prepareBands(run: PrintRun): PreparedBands | null {
  const { spare, job, limits, recorder } = run;
  if (spare === null || !hasBands(job)) return null;
  const timeoutMs = remainingMs(limits);
  spare.watch.ignore();
  recorder.watchBands(spare);
  const loaded = Promise.all([
    spare.setWindow({ ...toWindow(job), media: job.mediaType }, timeoutMs),
    looksFor(job, 'resources') && spare.intercept({ resources: 'all' }, timeoutMs),
    spare.setContent(BANDS_DOCUMENT, timeoutMs),
    spare.evaluate(toPrepareBandsExpression(toPreparation(job, resourceBudgetMs(limits))), timeoutMs),
  ]);
  // `printBands` awaits this, and reports the error.
  loaded.catch(() => {});
  return { page: spare, loaded, expected: new ExpectedSheets({ ...run, page: spare }, loaded) };
}

/** Prints the bands of the printed pages. Returns null if no page has a band. */
export async function printBands(
  run: PrintRun,
  prepared: PreparedBands | null,
  { document, pageNumbers, totalPages, blankPages, sections = [], strings = [], labels }: PrintedDocument,
  ready: ReadyDocument,
): Promise<SheetOverlay | null> {
  const { job } = run;
  if (!hasBands(job)) return null;
  const texts = sections.length > 0 ? toSectionTexts(sections, totalPages) : [];
  const pages = (await document.pages()).map((entry, index) => {
    const { width, height } = readShownPage(entry);
    const number = pageNumbers[index] ?? index + 1;
    const section = { ...texts[number - 1], ...strings[number - 1] };
    const label = labels?.[number - 1];
    return {
      number,
      widthPoints: width,
      heightPoints: height,
      isBlank: blankPages?.has(number) ?? false,
      ...(label && { label }),
      section,
    };
  });
  const plan = planSheets(job, pages, totalPages);
  const layout = { ...plan, texts: toTexts(job, totalPages, ready) };
  const page = prepared?.page ?? run.page;
  try {
    await (prepared?.loaded ?? loadInDocumentPage(run));
    page.noteUse({ usedNetwork: hasAddress(job) });
    const taken = await prepared?.expected.take(layout);
    if (plan.sheets.length === 0) return null;
    const { sheets, needed } = taken ?? (await printSheets({ ...run, page }, layout));
    const overlay = { sheets, sheetOfPage: plan.sheetOfPage };
    await report({ ...run, page }, needed, overlay);
    return overlay;
  } catch (error) {
    throw toRenderFailure(page, error);
  }
}

async function loadInDocumentPage({ page, job, limits }: PrintRun): Promise<void> {
  await Promise.all([
    page.setWindow({ ...toWindow(job), media: job.mediaType }, remainingMs(limits)),
    page.navigate(BANDS_DOCUMENT_URL, remainingMs(limits)),
  ]);
  const preparation = toPreparation(job, resourceBudgetMs(limits));
  await page.evaluate(toPrepareBandsExpression(preparation), remainingMs(limits));
}

/** @param run its page has the bands */
async function report(
  run: PrintRun,
  { bands }: LaidOutBands,
  { sheets, sheetOfPage }: SheetOverlay,
): Promise<void> {
  const { job, recorder } = run;
  for (const [index, band] of listBands(job).entries()) {
    const { contentHeightMm = 0, unreadable = [] } = bands[index] ?? {};
    const edge = edgeOf(job, band);
    if (contentHeightMm > band.heightMm + ROUNDING_MM)
      recorder.warnings.add(toOverflow(edge, band, Math.ceil(contentHeightMm)));
    if (looksFor(job, 'resources')) recorder.addRelative(listRelative(band.html));
    for (const url of unreadable) recorder.warnings.add(toUnreadableStyles(edge, band, url));
  }
  const describe = (sheet: number) => `header or footer of page ${sheetOfPage.indexOf(sheet - 1) + 1}`;
  await findMissingGlyphs(run, sheets, describe, true);
}

/** Chromium rounds the height of a line by less. */
const ROUNDING_MM = 0.3;

const toOverflow = (edge: string, { heightMm, field }: Band, neededMm: number): RenderWarning => ({
  code: 'BAND_OVERFLOW',
  message: `The ${edge} is cut: its content needs ${neededMm} mm, and it has ${heightMm} mm. Set ${field}.height to ${neededMm}.`,
  field: `${field}.height`,
});

const toUnreadableStyles = (edge: string, { field }: Band, url: string): RenderWarning => ({
  code: 'BAND_STYLES',
  message: `The ${edge} uses the style sheet ${url}, which cannot be read: its fonts and its rules for :root are left out. Its server must send the header Access-Control-Allow-Origin, or its rules must be in a <style>.`,
  field: `${field}.content`,
});

/** Lists the relative addresses of a band's pictures, which are never requested. No request fails for these. */
function listRelative(html: string): string[] {
  const addresses: string[] = [];
  for (const piece of readPieces(html)) {
    if (piece.kind === 'text' && piece.name === 'style')
      addresses.push(...readCss(html.slice(piece.start, piece.end)).addresses);
    if (piece.kind !== 'tag') continue;
    const { attributes } = piece;
    const name = PICTURES.get(piece.name);
    addresses.push((name !== undefined && attributes.get(name)) || '');
    addresses.push(...readCss(attributes.get('style') ?? '').addresses);
  }
  return addresses.filter((url) => url.trim() !== '' && !url.startsWith('#') && !URL.canParse(url));
}

/** The attribute with the address, by the name of the element. */
const PICTURES: ReadonlyMap<string, string> = new Map([
  ['img', 'src'],
  ['image', 'href'],
  ['link', 'href'],
]);
