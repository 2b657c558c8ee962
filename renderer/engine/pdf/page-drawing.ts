import { findDictionary, readDictionary, readReference, UnreadablePdf } from './dictionary.ts';
import type { PdfObject } from './reader.ts';

/** By category (`XObject`, `ExtGState`), entries for the page's resources: `/Name 12 0 R`. */
export type Resources = Readonly<Record<string, string>>;

/** @throws {UnreadablePdf} `/Contents` is not one reference, or `/Resources` is not the page's own */
export function addToPage(
  page: PdfObject,
  { before, after }: { readonly before: number; readonly after: number },
  resources: readonly Resources[],
): string {
  const content = readReference(page.text, 'Contents');
  const text = page.text.replace(
    `/Contents ${content} 0 R`,
    `/Contents [${before} 0 R ${content} 0 R ${after} 0 R]`,
  );
  const entry = readDictionary(text, 'Resources');
  let dictionary = entry.text;
  for (const [category, item] of resources.flatMap((one) => Object.entries(one))) {
    dictionary = addResource(dictionary, category, item);
  }
  return text.slice(0, entry.start) + dictionary + text.slice(entry.start + entry.text.length);
}

function addResource(dictionary: string, category: string, item: string): string {
  const name = item.slice(0, item.indexOf(' '));
  const existing = findDictionary(dictionary, category);
  if (existing?.text.includes(`${name} `)) throw new UnreadablePdf(`the page has a resource ${name}`);
  const place = (existing?.start ?? 0) + '<<'.length;
  const addition = existing ? `${item} ` : `/${category} <<${item}>> `;
  return dictionary.slice(0, place) + addition + dictionary.slice(place);
}
