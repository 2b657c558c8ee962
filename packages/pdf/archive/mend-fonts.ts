import type { ByteSource } from '../file/byte-source.ts';
import { latin1, latin1Bytes } from '../file/latin1.ts';
import { PdfReader } from '../file/reader.ts';
import { PdfRewrite } from '../file/rewrite.ts';
import { readEntries, writeEntries } from '../file/syntax.ts';
import type { Check } from './check.ts';
import { GLYPH_LISTS } from './check-entries.ts';
import { readTexts } from '../file/to-unicode.ts';
import { placeOf } from './problems.ts';

/** Matches characters that do not count as text (ISO 19005-2, 6.2.11.7.2). */
export const NO_TEXT = /[\0\u{FEFF}\u{FFFE}]/u;

/** The replacement character. Programs that extract text use the text of the marked content (`/ActualText`) instead. */
const UNKNOWN = 'FFFD';

/**
 * Removes lists of glyphs, and gives the glyphs of some maps a text. Chromium gives no text to some glyphs, such as the dots of an Arabic letter, and writes the text of the
 * whole letter around them. PDF/A requires both.
 */
export async function mendFonts(pdf: ByteSource, check: Check): Promise<ByteSource> {
  const reader = await PdfReader.open(pdf, check.meter);
  const rewrite = new PdfRewrite(reader);
  for (const id of check.mapsToMend) {
    const object = await reader.object(id);
    const map = (await check.expand(object, (data) => withTexts(latin1.decode(data)))) ?? '';
    if ([...readTexts(map, check.meter).values()].some((text) => NO_TEXT.test(text)))
      check.problems.add('6.2.11.7.2', placeOf({ id }), 'gives a glyph no text');
    rewrite.write(id, `<</Length ${map.length}>>`, latin1Bytes(map));
  }
  for (const id of check.glyphLists) {
    const entries = readEntries((await reader.object(id)).text);
    for (const key of GLYPH_LISTS) entries.delete(key);
    rewrite.write(id, writeEntries(entries));
  }
  return rewrite.finish();
}

const EMPTY = /(<[\dA-Fa-f]+>\s*)<0000>/g;

const withTexts = (map: string): string =>
  map
    .split(/(?=beginbf)/)
    .map((section) =>
      section.startsWith('beginbfchar') ? section.replaceAll(EMPTY, `$1<${UNKNOWN}>`) : section,
    )
    .join('');
