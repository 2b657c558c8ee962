import { MemoryLimitExceeded, WorkLimitExceeded } from '@platen/meter';
import { type EntryLinks, type PrintJob, readNamedPlaces } from '@platen/pdf';
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
  PageMap,
  PageWarning,
  PaperBox,
} from '../in-page/paged-messages.ts';
import { remainingMs } from '../print-limits.ts';
import { type PrintedDocument, printDocument } from '../print/print-document.ts';
import type { PrintRun } from '../print/print-run.ts';
import { toWindow } from '../print/paper.ts';
import { PIXELS_PER_MM } from '../print/units.ts';
import { toPageLabels } from './page-labels.ts';
import { toBookmarks } from './bookmarks.ts';
import { toEntryTargets } from './entry-targets.ts';
import { readMarks, type ReadMarks } from './read-marks.ts';
import { listBandStrings, toSectionSelector } from './may-be-paged.ts';

/** Source: contract 6.9. */
const MAX_REFERENCES = 20_000;

/** The window is rounded, and Chromium rounds the width of a page up. */
const ROUNDING_PX = 1;

/** Wider than all paper. */
const MAX_WINDOW_PX = 50_000;

/** A number can move the text that it is in, and with it other numbers. */
const MAX_PASSES = 6;

/**
 * Prints a document that depends on its own pages: it shows their numbers, or begins chapters on right pages. After each print, the
 * document is compared with the places in the PDF. A PDF is returned only if they agree.
 * @param beforePrint changes the document as it is printed
 * @throws {UnprintableJob} the document is over a limit
 * @throws {FaultyDocument} the document still changes after the last pass
 */
export async function printPaged(run: PrintRun, beforePrint: () => Promise<void>): Promise<PrintedDocument> {
  const { isPaged, hasBookmarks, markRed, entryAddresses: addresses } = await markPages(run);
  noteEntryLinks(run, { addresses, targets: [] });
  await beforePrint();
  if (!isPaged) return printDocument(run);
  // Chromium makes bookmarks only from headings, so they are not requested. They would also request tags, so these are requested here.
  const job: PrintJob = hasBookmarks ? { ...run.job, outline: false, tagged: true } : run.job;
  const whole: PrintRun = { ...run, job: { ...job, pageRanges: null } };
  let last: readonly string[] = [];
  for (let pass = 1; pass <= MAX_PASSES; pass += 1) {
    const printed = await printDocument(whole);
    const { painted, ...map } = await readPageMap(run, printed, markRed);
    const filled = await fillPages(run, map);
    if (filled.movedCount === 0) {
      warn(run, filled.warnings);
      const labels = toPageLabels(filled.labels, printed.totalPages);
      const chosen =
        job.pageRanges === null ? printed : await selectFrom({ ...run, job }, printed, painted, markRed);
      noteEntryLinks(run, { addresses, targets: toEntryTargets(job, filled.entryTargets, chosen) });
      return {
        ...chosen,
        blankPages: new Set(filled.blankPages),
        filledPages: new Set(filled.filledPages),
        sections: filled.sections,
        strings: filled.strings,
        ...(labels && { labels }),
        ...(hasBookmarks && { bookmarks: toBookmarks(job, filled.bookmarks) }),
      };
    }
    printed.document.source.close?.();
    last = filled.moved;
    // The report and `Server-Timing` have a step for each pass that was not the last.
    run.recorder.endPhase(`pass${pass}`);
  }
  throw new FaultyDocument(
    last.map((moved) => ({ kind: 'layout', detail: `${run.page.sourceField}: ${moved}` })),
  );
}

/** Prints the pages that the job wants, and compares them with the whole document. @throws {FaultyDocument} a script has moved something */
async function selectFrom(
  run: PrintRun,
  whole: PrintedDocument,
  painted: ReadMarks['painted'],
  markRed: number,
): Promise<PrintedDocument> {
  whole.document.source.close?.();
  const printed = await printDocument(run);
  const selected = await readPageMap(run, printed, markRed);
  const numbers = new Set(printed.pageNumbers);
  const expected = painted.filter(([, number]) => numbers.has(number));
  const found = selected.painted.map(([index, page, text]) => [index, printed.pageNumbers[page - 1], text]);
  if (JSON.stringify(found) === JSON.stringify(expected)) return printed;
  const detail = `${run.page.sourceField}: the pages of options.pageRanges were printed otherwise than the whole document`;
  throw new FaultyDocument([{ kind: 'layout', detail }]);
}

function noteEntryLinks({ job, recorder }: PrintRun, links: EntryLinks): void {
  if (job.otherEntries) recorder.entryLinks = links;
}

async function markPages(run: PrintRun): Promise<Omit<MarkedDocument, 'warnings'>> {
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
      otherEntries: job.otherEntries ?? null,
    }),
    remainingMs(limits),
  );
  if ('problem' in marked) throw new UnprintableJob(`${page.sourceField}: ${marked.problem}`);
  warn(run, marked.warnings);
  return marked;
}

function warn({ page, recorder }: PrintRun, warnings: readonly PageWarning[]): void {
  for (const warning of warnings) recorder.warnings.add({ ...warning, field: page.sourceField });
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

async function readPageMap(
  { meter, page }: PrintRun,
  { document, totalPages }: PrintedDocument,
  markRed: number,
): Promise<PageMap & Pick<ReadMarks, 'painted'>> {
  const named = await readNamedPlaces(document);
  const marks = await readMarks(document, markRed, meter).catch((error: unknown) => {
    if (error instanceof WorkLimitExceeded || error instanceof MemoryLimitExceeded)
      throw new UnprintableJob(`${page.sourceField}: it draws too much in one another to find page numbers`);
    throw error;
  });
  return {
    named: Array.from(named, ([name, { page: number, y }]) => [name, number, y] as const),
    ...marks,
    totalPages,
  };
}

const fillPages = ({ page, limits }: PrintRun, map: PageMap): Promise<FilledPages> =>
  page.evaluate<FilledPages>(toFillPagesExpression(map), remainingMs(limits));
