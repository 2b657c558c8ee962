import { type PrintJob, readNamedPages } from '@platen/pdf';
import { FaultyDocument, UnprintableJob } from '../failures.ts';
import { toFillPagesExpression, toMarkPagesExpression } from '../in-page/rare-expressions.ts';
import type { FilledPages, MarkedPages, MovedNumber, PageMap } from '../in-page/paged-messages.ts';
import { remainingMs } from '../print-limits.ts';
import { type PrintedDocument, printDocument } from '../print/print-document.ts';
import type { PrintRun } from '../print/print-run.ts';
import { PIXELS_PER_MM } from '../print/units.ts';
import { toSectionSelector } from './may-be-paged.ts';

/** Source: contract 6.9. */
const MAX_REFERENCES = 20_000;

/** A number can move the text that it is in, and with it other numbers. */
const MAX_PASSES = 3;

/**
 * Prints a document that depends on its own pages: it shows their numbers, or begins chapters on right pages. After each print, the
 * document is compared with the places in the PDF. A PDF is returned only if they agree.
 * @throws {UnprintableJob} too many references
 * @throws {FaultyDocument} the document still changes after the last pass
 */
export async function printPaged(run: PrintRun): Promise<PrintedDocument> {
  const isPaged = await markPages(run);
  if (!isPaged) return printDocument(run);
  const whole: PrintRun = { ...run, job: { ...run.job, pageRanges: null } };
  let last: readonly MovedNumber[] = [];
  for (let pass = 1; pass <= MAX_PASSES; pass += 1) {
    const printed = await printDocument(whole);
    const { movedCount, moved, missing, blankPages, sections } = await fillPages(run, printed);
    if (movedCount === 0) {
      warnOfMissing(run, missing);
      const wanted = run.job.pageRanges === null ? printed : await selectFrom(run, printed);
      return { ...wanted, blankPages: new Set(blankPages), sections };
    }
    printed.document.source.close?.();
    last = moved;
    // The report and `Server-Timing` have a step for each pass that was not the last.
    run.recorder.endPhase(`pass${pass}`);
  }
  throw new FaultyDocument(last.map((moved) => ({ kind: 'layout', detail: describe(run, moved) })));
}

/** Prints the pages that the job wants. Nothing has changed since the whole document was printed. */
async function selectFrom(run: PrintRun, whole: PrintedDocument): Promise<PrintedDocument> {
  whole.document.source.close?.();
  return printDocument(run);
}

/** @returns whether something in the document or its bands depends on the pages */
async function markPages({ page, job, limits, recorder }: PrintRun): Promise<boolean> {
  const marked = await page.evaluate<MarkedPages>(
    toMarkPagesExpression({
      maxReferences: MAX_REFERENCES,
      hasShadowRoots: Boolean(job.address) || /shadowrootmode|<script/i.test(job.html),
      pageHeightPx: contentHeightPx(job),
      sectionSelector: toSectionSelector(job),
    }),
    remainingMs(limits),
  );
  if ('problem' in marked) throw new UnprintableJob(`${page.sourceField}: ${marked.problem}`);
  if (marked.repeatedCount > 0)
    recorder.warnings.add({
      code: 'REFERENCE_REPEATED',
      message:
        'A page number is in the head of a table or in a box with a fixed position, so it would be printed on several pages. It is left out. Put page numbers into a header or footer instead.',
      field: page.sourceField,
    });
  return marked.isPaged;
}

const contentHeightPx = ({ paper, contentMargin }: PrintJob): number =>
  Math.max(1, paper.heightMm - contentMargin.topMm - contentMargin.bottomMm) * PIXELS_PER_MM;

async function fillPages(
  { page, job, limits }: PrintRun,
  { document, totalPages }: PrintedDocument,
): Promise<FilledPages> {
  const { firstPageNumber = 1 } = job;
  const pages = [...(await readNamedPages(document))];
  const map: PageMap = { pages, totalPages, firstPageNumber };
  return page.evaluate<FilledPages>(toFillPagesExpression(map), remainingMs(limits));
}

function warnOfMissing({ page, recorder }: PrintRun, missing: readonly string[]): void {
  for (const fragment of missing)
    recorder.warnings.add({
      code: 'REFERENCE_MISSING',
      message: `The element "#${fragment}" is on no page, because it has no box. A reference to it prints no number.`,
      field: page.sourceField,
    });
}

const describe = ({ page }: PrintRun, moved: MovedNumber): string =>
  `${page.sourceField}: ${describeMove(moved)}`;

function describeMove(moved: MovedNumber): string {
  if (moved.kind === 'target') {
    const printed = moved.from === null ? 'without a page' : `as page ${moved.from}`;
    return `"#${moved.fragment}" was printed ${printed} and is on ${moved.to === null ? 'no page' : `page ${moved.to}`}`;
  }
  const { kind, from, to } = moved;
  return kind === 'last'
    ? `the number of the last page was printed as ${from} and is ${to}`
    : `a left or right page was printed as page ${from} and must be page ${to}`;
}
