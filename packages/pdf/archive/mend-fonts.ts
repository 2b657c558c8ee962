import type { ByteSource } from '../file/byte-source.ts';
import { latin1, latin1Bytes } from '../file/latin1.ts';
import { type PdfObject, PdfReader } from '../file/reader.ts';
import { PdfRewrite } from '../file/rewrite.ts';
import { readEntries, writeEntries } from '../file/syntax.ts';
import type { Check } from './check.ts';
import { GLYPH_LISTS } from './check-entries.ts';
import { listCodes } from './font-facts.ts';
import { makeSrgbProfile } from './srgb-profile.ts';
import { readTexts } from '../file/to-unicode.ts';
import { placeOf } from './problems.ts';

/** Matches characters that do not count as text (ISO 19005-2, 6.2.11.7.2). */
export const NO_TEXT = /[\0\u{FEFF}\u{FFFE}]/u;

/** The replacement character. Programs that extract text use the text of the marked content (`/ActualText`) instead. */
const UNKNOWN = 'FFFD';

/**
 * Removes lists of glyphs, and gives the glyphs of some maps a text. Chromium gives no text to some glyphs, such as the dots of an Arabic letter, and writes the text of the
 * whole letter around them. PDF/A requires both. PDF/A-1 requires lists of the glyphs of composite fonts, and has no object streams and no groups.
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
  const changed = check.isFirstPart ? await changeForFirstPart(reader, rewrite, check) : new Map();
  for (const id of check.isFirstPart ? [] : check.glyphLists)
    changed.set(id, withoutKeys(await reader.object(id), GLYPH_LISTS));
  if (check.isFirstPart) await rewrite.unpack(({ id, text }) => changed.get(id) ?? text);
  for (const [id, text] of changed)
    if (!check.isFirstPart || reader.containerOf(id) === 0) rewrite.write(id, text);
  return rewrite.finish();
}

function withoutKeys({ text }: PdfObject, keys: Iterable<string>): string {
  const entries = readEntries(text);
  for (const key of keys) entries.delete(key);
  return writeEntries(entries);
}

/** Returns the new texts of objects that may be packed. Nothing is transparent here, so a page looks the same without its group. */
async function changeForFirstPart(
  reader: PdfReader,
  rewrite: PdfRewrite,
  check: Check,
): Promise<Map<number, string>> {
  const changed = new Map<number, string>();
  for (const id of check.pagesToMend) changed.set(id, withoutKeys(await reader.object(id), ['Group']));
  for (const id of check.profilesToMend) {
    const profile = makeSrgbProfile(2);
    rewrite.write(id, `<</N 3 /Length ${profile.byteLength}>>`, profile);
  }
  for (const [id, fontId] of check.fontsToList) {
    const codes = await listCodes(check, (await reader.object(fontId)).text);
    if (codes === null) {
      check.problems.add('6.2.11.4.1', placeOf({ id: fontId }), 'is a font that cannot be read');
      continue;
    }
    const list = rewrite.reserve();
    rewrite.write(list, `<</Length ${codes.byteLength}>>`, codes);
    const entries = readEntries((await reader.object(id)).text);
    changed.set(id, writeEntries(entries.set('CIDSet', `${list} 0 R`)));
  }
  return changed;
}

const EMPTY = /(<[\dA-Fa-f]+>\s*)<0000>/g;

const withTexts = (map: string): string =>
  map
    .split(/(?=beginbf)/)
    .map((section) =>
      section.startsWith('beginbfchar') ? section.replaceAll(EMPTY, `$1<${UNKNOWN}>`) : section,
    )
    .join('');
