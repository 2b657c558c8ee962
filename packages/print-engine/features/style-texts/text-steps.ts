import { PdfReader, type StyleText, tagStyleTexts } from '@platen/pdf';
import { remainingMs } from '../../print-limits.ts';
import type { PrintRun } from '../../print/print-run.ts';
import { looksFor } from '../../print/faults.ts';
import type { FeatureSteps } from '../feature.ts';
import type { MarkedTexts, TextsToMark } from './messages.ts';
import { toPictureIndex } from '../../in-page/text-marks.ts';
import { MARK_TEXTS } from './script.generated.ts';

const MAX_ELEMENTS = 20_000;
const MAX_TEXTS = 5_000;

/** Chromium's time to place them grows with the square of their number. */
const MAX_TEXTS_OF_PART = 1_000;

export function openTexts(run: PrintRun): FeatureSteps {
  let marked: MarkedTexts | null = null;
  return {
    beforePrint: async () => {
      marked = await markTexts(run, marked === null ? MARK_TEXTS : '');
    },
    after: async (printed) => {
      if (marked === null || marked.texts.length === 0) return printed;
      if (marked.unread > 0 && looksFor(run.job, 'accessibility')) warn(run, marked.unread);
      const texts = await readTexts(run, marked);
      const pdf = await tagStyleTexts(printed.document, { texts, toIndex: toIndexOf(marked.red) });
      return { ...printed, document: await PdfReader.open(pdf, run.meter) };
    },
  };
}

/** Returns the number of the text whose mark has a colour, or a negative number for another colour. */
function toIndexOf(red: number): (colour: string) => number {
  const start = `${String(red / 1000).replace(/^0/, '')} `;
  return (colour) => {
    if (!colour.startsWith(start)) return -1;
    const [, green = 0, blue = 0] = colour.split(' ').map(Number);
    return toPictureIndex(green, blue);
  };
}

/** @param script is empty if the page has it */
function markTexts({ page, job, limits }: PrintRun, script: string): Promise<MarkedTexts> {
  const isPart = job.pageRanges !== null;
  const maxTexts = isPart ? MAX_TEXTS_OF_PART : MAX_TEXTS;
  const marking: TextsToMark = { isPart, maxElements: MAX_ELEMENTS, maxTexts };
  return page.evaluate<MarkedTexts>(`${script} markTexts(${JSON.stringify(marking)})`, remainingMs(limits));
}

/** Few texts have another one that is read. */
const readTexts = ({ page, limits }: PrintRun, { texts }: MarkedTexts): Promise<readonly StyleText[]> =>
  texts.some(({ alternative }) => alternative !== null)
    ? page.evaluate('readTexts()', remainingMs(limits))
    : Promise.resolve(texts);

const warn = ({ page, recorder }: PrintRun, count: number): void =>
  recorder.warnings.add({
    code: 'STYLE_TEXT_NOT_READ',
    message: `${count} texts of style sheets have no tag, so a screen reader does not read them. Write them into the HTML.`,
    field: page.sourceField,
  });
