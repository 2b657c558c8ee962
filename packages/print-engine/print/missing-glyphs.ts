import { type ByteSource, PdfReader, readMissingGlyphs } from '@platen/pdf';
import { toNameGlyphsExpression } from '../in-page/rare-expressions.ts';
import { remainingMs } from '../print-limits.ts';
import { printToPdf } from './print-document.ts';
import { toDocumentParameters, toFirstPages } from './print-parameters.ts';
import type { PrintRun } from './print-run.ts';

/** Stands for a character that neither the PDF nor the document has as a text. */
const UNKNOWN = '\u{FFFD}';

/**
 * Records the characters of a printed PDF that have no glyph. The page of the run still has the document, because Skia writes
 * no text for the first such character of each font.
 * @param describe the place of a page of the PDF @returns the characters
 */
export async function findMissingGlyphs(
  run: PrintRun,
  pdf: ByteSource | PdfReader,
  describe: (page: number) => string,
  isOfBands = false,
): Promise<readonly string[]> {
  const { page, limits, meter, recorder } = run;
  const reader = pdf instanceof PdfReader ? pdf : await PdfReader.open(pdf, meter);
  const missing = await readMissingGlyphs(reader, meter);
  const unnamed = missing.filter(({ character }) => character === '');
  const places = unnamed.map(({ before, after }) => ({ before, after }));
  const names =
    places.length === 0
      ? []
      : await page.evaluate<string[]>(toNameGlyphsExpression(places, isOfBands), remainingMs(limits));
  const found = missing.map((glyph) => ({
    page: glyph.page,
    character: glyph.character || names[unnamed.indexOf(glyph)] || UNKNOWN,
  }));
  for (const one of found) recorder.addMissingGlyph(one.character, describe(one.page));
  return [...new Set(found.map(({ character }) => character))];
}

/** A picture does not show which glyphs it has, so its document is printed too. */
export async function findGlyphsOfPicture(run: PrintRun): Promise<void> {
  const parameters = toDocumentParameters(run.job, toFirstPages(run.limits));
  const printed = await printToPdf(run, parameters);
  await findMissingGlyphs(run, printed, () => 'in the picture');
  printed.close?.();
}
