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

/** Text that is filled with this is not visible. */
const TRANSPARENT = /\/ca 0(?![.\d])/;

/** Returns whether a state makes what is filled invisible. @param owner the page or the form, which has the state */
export async function isTransparent(reader: PdfReader, owner: PdfObject, state: string): Promise<boolean> {
  const id = (await readResources(reader, owner.text, 'ExtGState')).get(state);
  return id !== undefined && TRANSPARENT.test((await reader.object(id)).text);
}
