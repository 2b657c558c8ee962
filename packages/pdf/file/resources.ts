import { findDictionary, findReference, readReferences } from './dictionary.ts';
import type { PdfObject, PdfReader } from './reader.ts';
import { readEntries } from './syntax.ts';

/**
 * Returns the ids of the objects of a category (`Font`, `XObject`) in the resources of a page or a form, by name.
 *
 * @param owner the dictionary of the page or the form
 */
export async function readResources(
  reader: PdfReader,
  owner: string,
  category: string,
): Promise<ReadonlyMap<string, number>> {
  const resources = await resolve(reader, owner, 'Resources');
  const dictionary = resources === null ? null : await resolve(reader, resources, category);
  const ids = new Map<string, number>();
  for (const [name, value] of dictionary === null ? [] : readEntries(dictionary)) {
    const [id] = readReferences(value);
    if (id !== undefined) ids.set(name, id);
  }
  return ids;
}

async function resolve(reader: PdfReader, outer: string, name: string): Promise<string | null> {
  const id = findReference(outer, name);
  if (id !== null) return (await reader.object(id)).text;
  return findDictionary(outer, name)?.text ?? null;
}

/** What is filled with less is not visible. */
const MIN_ALPHA = 0.05;

const ALPHA = /\/ca ([\d.]+)/;

const MIXES = /\/BM \/(?!Normal\b|Compatible\b)|\/SMask (?!\/None\b)/;

/** How much of what is filled shows, and whether nothing under it does. */
export interface Opacity {
  readonly isTransparent: boolean;
  readonly isOpaque: boolean;
}

/** @param owner the page or the form, which has the state */
export async function readOpacity(reader: PdfReader, owner: PdfObject, state: string): Promise<Opacity> {
  const id = (await readResources(reader, owner.text, 'ExtGState')).get(state);
  const { text } = id === undefined ? { text: '' } : await reader.object(id);
  const alpha = Number(ALPHA.exec(text)?.[1] ?? 1);
  return { isTransparent: alpha < MIN_ALPHA, isOpaque: alpha === 1 && !MIXES.test(text) };
}
