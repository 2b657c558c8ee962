import { toBandsExpression } from '../in-page/expressions.ts';
import type { BandLayout, LaidOutBands } from '../in-page/messages.ts';
import type { PrintPage } from '../pages/print-page.ts';
import type { ByteSource, PrintJob } from '@platen/pdf';
import { remainingMs } from '../print-limits.ts';
import { toSheetPaper } from './band-sheets.ts';
import { printToPdf } from './print-document.ts';
import { toSheetParameters } from './print-parameters.ts';
import type { PrintRun } from './print-run.ts';

/** A document that needs other sheets waits until these are printed, so they are few. */
const MAX_EXPECTED = 10;

interface PrintedSheets {
  readonly sheets: ByteSource;
  readonly needed: LaidOutBands;
}

/** Prints the sheets of a layout, in the page that has prepared the bands. */
export async function printSheets(run: PrintRun, layout: BandLayout): Promise<PrintedSheets> {
  const { page, job, limits } = run;
  const needed = await page.evaluate<LaidOutBands>(toBandsExpression(layout), remainingMs(limits));
  const parameters = toSheetParameters(toSheetPaper(layout), job.printBackground);
  const sheets = await printToPdf(run, parameters);
  if (layout.sheets.length <= MAX_EXPECTED) lastLayouts.set(page, { bands: describeBands(job), layout });
  else lastLayouts.delete(page);
  return { sheets, needed };
}

interface LastLayout {
  readonly bands: string;
  readonly layout: BandLayout;
}

/** By page that is open, the layout of its last job. A page belongs to one workspace. */
const lastLayouts = new WeakMap<PrintPage, LastLayout>();

const describeBands = ({ header, footer, paper, printBackground, mediaType }: PrintJob): string =>
  JSON.stringify({ header, footer, paper, printBackground, mediaType });

const isSame = (one: BandLayout, other: BandLayout): boolean =>
  toBandsExpression(one) === toBandsExpression(other);

/**
 * The sheets that the last job of this page needed, printed again while the document prints: the documents of a template
 * often have the same number of pages. They are used only if the document turns out to need exactly these.
 */
export class ExpectedSheets {
  readonly #layout: BandLayout | null;
  readonly #printed: Promise<PrintedSheets | null>;

  /** @param loaded resolves when the bands are in the page of the run */
  constructor(run: PrintRun, loaded: Promise<unknown>) {
    const last = lastLayouts.get(run.page);
    this.#layout = last?.bands === describeBands(run.job) ? last.layout : null;
    const layout = this.#layout;
    // If this fails, the sheets are printed again, and that reports it.
    this.#printed = layout
      ? loaded.then(() => printSheets(run, layout)).catch(() => null)
      : Promise.resolve(null);
  }

  /** Returns null if they must be printed. The page is not in use then. */
  async take(layout: BandLayout): Promise<PrintedSheets | null> {
    const printed = await this.#printed;
    if (printed && this.#layout && isSame(this.#layout, layout)) return printed;
    printed?.sheets.close?.();
    return null;
  }
}
