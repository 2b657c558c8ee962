import { findDictionary, readDictionary, UnreadablePdf } from '../file/dictionary.ts';
import type { PdfObject } from '../file/reader.ts';
import { readEntries, writeEntries } from '../file/syntax.ts';

/** By category (`XObject`, `ExtGState`), entries for the page's resources: `/Name 12 0 R`. */
export type Resources = Readonly<Record<string, string>>;

const CONTENTS = /\/Contents (?:\[((?:\s*\d+ 0 R)+)\s*\]|(\d+ 0 R\b))/;

/** @throws {UnreadablePdf} `/Contents` are no references, or `/Resources` is not the page's own */
export function addToPage(
  page: PdfObject,
  { before, after }: { readonly before: readonly number[]; readonly after: number },
  resources: readonly Resources[],
): string {
  const [written, array, single] = CONTENTS.exec(page.text) ?? [];
  if (written === undefined) throw new UnreadablePdf('no reference /Contents');
  const all = [...before.map((id) => `${id} 0 R`), (array ?? single ?? '').trim(), `${after} 0 R`];
  const text = page.text.replace(written, () => `/Contents [${all.join(' ')}]`);
  const entry = readDictionary(text, 'Resources');
  let dictionary = entry.text;
  for (const [category, item] of resources.flatMap((one) => Object.entries(one))) {
    dictionary = addResource(dictionary, category, item);
  }
  return text.slice(0, entry.start) + dictionary + text.slice(entry.start + entry.text.length);
}

/** @param content an empty stream */
export function withoutContent(page: PdfObject, content: number): PdfObject {
  const entries = readEntries(page.text);
  entries.set('Contents', `${content} 0 R`);
  entries.delete('Annots');
  return { ...page, text: writeEntries(entries) };
}

/** Finds a suffix for the names of this package on a page, because a page can be drawn on more than once. */
export function freeSuffix(page: PdfObject): string {
  const used = Array.from(
    page.text.matchAll(/\/Platen(?:Sheet|Stamp|Mark|Letterhead)(\d*) /g),
    ([, number]) => Number(number === '' ? 1 : number),
  );
  return used.length === 0 ? '' : String(Math.max(...used) + 1);
}

function addResource(dictionary: string, category: string, item: string): string {
  const existing = findDictionary(dictionary, category);
  const place = (existing?.start ?? 0) + '<<'.length;
  const addition = existing ? `${item} ` : `/${category} <<${item}>> `;
  return dictionary.slice(0, place) + addition + dictionary.slice(place);
}
