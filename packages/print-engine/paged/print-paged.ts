import { type NamedPlace, type PrintJob, readNamedPlaces } from '@platen/pdf';
import { FaultyDocument, UnprintableJob } from '../failures.ts';
import {
  toFillPagesExpression,
  toMarkPagesExpression,
  toReadPageBoxExpression,
} from '../in-page/rare-expressions.ts';
import type {
  ContentBox,
  FilledPages,
  MarkedDocument,
  MarkedPages,
  MovedNumber,
  PageMap,
  PaperBox,
} from '../in-page/paged-messages.ts';
import { remainingMs } from '../print-limits.ts';
import { type PrintedDocument, printDocument } from '../print/print-document.ts';
import type { PrintRun } from '../print/print-run.ts';
import { toWindow } from '../print/paper.ts';
import { PIXELS_PER_MM } from '../print/units.ts';
import { toPageLabels } from './page-labels.ts';
import { toBookmarks } from './bookmarks.ts';
import { describeMove } from './describe-move.ts';
import { listBandStrings, toSectionSelector } from './may-be-paged.ts';
import { warnOfFilled, warnOfMarked } from './warn-of-pages.ts';

/** Source: contract 6.9. */
const MAX_REFERENCES = 20_000;

/** The window is rounded, and Chromium rounds the width of a page up. */
const ROUNDING_PX = 1;

/** Wider than all paper. */
const MAX_WINDOW_PX = 50_000;

/** A number can move the text that it is in, and with it other numbers. */
const MAX_PASSES = 3;

/**
 * Prints a document that depends on its own pages: it shows their numbers, or begins chapters on right pages. After each print, the
 * document is compared with the places in the PDF. A PDF is returned only if they agree.
 * @throws {UnprintableJob} the document is over a limit
 * @throws {FaultyDocument} the document still changes after the last pass
 */
export async function printPaged(run: PrintRun): Promise<PrintedDocument> {
  const { isPaged, hasBookmarks } = await markPages(run);
  if (!isPaged) return printDocument(run);
  // Chromium makes bookmarks only from headings, so they are not requested. They would also request tags, so these are requested here.
  const job: PrintJob = hasBookmarks ? { ...run.job, outline: false, tagged: true } : run.job;
  const whole: PrintRun = { ...run, job: { ...job, pageRanges: null } };
  let last: readonly MovedNumber[] = [];
  for (let pass = 1; pass <= MAX_PASSES; pass += 1) {
    const printed = await printDocument(whole);
    const named = await readNamedPlaces(printed.document);
    const filled = await fillPages(run, { named, totalPages: printed.totalPages });
    if (filled.movedCount === 0) {
      warnOfFilled(run, filled);
      const labels = toPageLabels(filled.labels, printed.totalPages);
      return {
        ...(job.pageRanges === null ? printed : await selectFrom({ ...run, job }, printed)),
        blankPages: new Set(filled.blankPages),
        sections: filled.sections,
        strings: filled.strings,
        ...(labels && { labels }),
        ...(hasBookmarks && { bookmarks: toBookmarks(job, filled.bookmarks, named) }),
      };
    }
    printed.document.source.close?.();
    last = filled.moved;
    // The report and `Server-Timing` have a step for each pass that was not the last.
    run.recorder.endPhase(`pass${pass}`);
  }
  throw new FaultyDocument(
    last.map((moved) => ({ kind: 'layout', detail: `${run.page.sourceField}: ${describeMove(moved)}` })),
  );
}

/** Prints the pages that the job wants. Nothing has changed since the whole document was printed. */
async function selectFrom(run: PrintRun, whole: PrintedDocument): Promise<PrintedDocument> {
  whole.document.source.close?.();
  return printDocument(run);
}

async function markPages(run: PrintRun): Promise<Pick<MarkedDocument, 'isPaged' | 'hasBookmarks'>> {
  const { page, job, limits } = run;
  const paper = toPaperBox(job);
  await fitWindow(run, paper);
  const marked = await page.evaluate<MarkedPages>(
    toMarkPagesExpression({
      maxReferences: MAX_REFERENCES,
      hasShadowRoots: Boolean(job.address) || /shadowrootmode|<script/i.test(job.html),
      paper,
      sectionSelector: toSectionSelector(job),
      wantsBookmarks: job.outline,
      firstPageNumber: job.firstPageNumber ?? 1,
      bandStrings: listBandStrings(job),
    }),
    remainingMs(limits),
  );
  if ('problem' in marked) throw new UnprintableJob(`${page.sourceField}: ${marked.problem}`);
  warnOfMarked(run, marked);
  return marked;
}

/** The rules `@page` of the document may have changed the width of its pages, and leaders are as long as lines of that width. */
async function fitWindow({ page, job, limits }: PrintRun, paper: PaperBox): Promise<void> {
  const box = await page.evaluate<ContentBox>(toReadPageBoxExpression(paper), remainingMs(limits));
  const window = toWindow(job);
  if (Math.abs(box.widthPx - window.width) <= ROUNDING_PX) return;
  await page.setWindow(
    { ...window, width: Math.min(box.widthPx, MAX_WINDOW_PX), media: job.mediaType },
    remainingMs(limits),
  );
}

function toPaperBox({ paper, contentMargin, scale }: PrintJob): PaperBox {
  const { topMm, rightMm, bottomMm, leftMm } = contentMargin;
  return {
    widthPx: paper.widthMm * PIXELS_PER_MM,
    heightPx: paper.heightMm * PIXELS_PER_MM,
    marginPx: {
      top: topMm * PIXELS_PER_MM,
      right: rightMm * PIXELS_PER_MM,
      bottom: bottomMm * PIXELS_PER_MM,
      left: leftMm * PIXELS_PER_MM,
    },
    scale,
  };
}

async function fillPages(
  { page, limits }: PrintRun,
  { named, totalPages }: { readonly named: ReadonlyMap<string, NamedPlace>; readonly totalPages: number },
): Promise<FilledPages> {
  const places = Array.from(named, ([fragment, { page: number, y }]) => [fragment, number, y] as const);
  const map: PageMap = { places, totalPages };
  return page.evaluate<FilledPages>(toFillPagesExpression(map), remainingMs(limits));
}
