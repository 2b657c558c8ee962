import { findReference, mapReferences, readNodeEntries, readReferences } from '../file/dictionary.ts';
import type { Structure } from '../merge/input-file.ts';
import type { PdfReader } from '../file/reader.ts';

/** The tags of a file, by the keys that its pages and links have (ISO 32000-1, 14.7.4.4). */
export interface Tags {
  readonly structure: Structure;
  /** For each key, the id of an object: it lists the elements of a page, or is the element of a link. */
  readonly parents: ReadonlyMap<number, number>;
  readonly names: readonly { readonly name: string; readonly elementId: number }[];
}

/** Entries of trees of numbers and of names. */
const NUMBERS = /(\d{1,10}) (?:(\d{1,10}) 0 R\b|null)/g;
const NAMES = /(\((?:[^()\\]|\\[\s\S])*\)?)(?: (\d+) 0 R\b)?/g;

export async function readTags(reader: PdfReader, structure: Structure): Promise<Tags> {
  const parents = new Map<number, number>();
  for (const nodeId of structure.parentNodes) {
    const numbers = readNodeEntries((await reader.object(nodeId)).text, 'Nums');
    for (const [, key, id] of numbers.matchAll(NUMBERS)) {
      if (id !== undefined) parents.set(Number(key), Number(id));
    }
  }
  const names: { name: string; elementId: number }[] = [];
  for (const nodeId of structure.idNodes) {
    const text = readNodeEntries((await reader.object(nodeId)).text, 'Names');
    for (const [, name = '', id] of text.matchAll(NAMES)) {
      if (id !== undefined) names.push({ name, elementId: Number(id) });
    }
  }
  return { structure, parents, names };
}

/** The tags that an excerpt needs: the elements of its pages and links, and those around them. */
export interface KeptTags {
  /** By id in the file, the element, still with all of its children. */
  readonly elements: ReadonlyMap<number, string>;
  /** By key of the parent tree. */
  readonly entries: ReadonlyMap<number, KeptEntry>;
}

export interface KeptEntry {
  readonly id: number;
  /** The elements of a page. It is null for a link, whose entry is the element itself. */
  readonly list: string | null;
}

export async function keepTags(reader: PdfReader, tags: Tags, keys: Iterable<number>): Promise<KeptTags> {
  const elements = new Map<number, string>();
  const entries = new Map<number, KeptEntry>();
  const keep = async (start: number) => {
    for (let id: number | null = start; id !== null && id !== tags.structure.rootId;) {
      if (elements.has(id)) return;
      const text: string = (await reader.object(id)).text;
      elements.set(id, text);
      id = findReference(text, 'P');
    }
  };
  for (const key of keys) {
    const id = tags.parents.get(key);
    if (id === undefined) continue;
    const { text } = await reader.object(id);
    const list = text.startsWith('[') ? text : null;
    entries.set(key, { id, list });
    for (const elementId of list === null ? [id] : readReferences(list)) await keep(elementId);
  }
  return { elements, entries };
}

const KIDS = /\/K (\[[^[\]]*\]|\d+ 0 R\b|\d+)/;

/**
 * A child of an element: a link or marked content, another element, or the number of marked content. The work is bounded: a run ends
 * at a dictionary inside of two others.
 */
const CHILD = /<<(?:[^<>]|<<[^<>]*>>)*>>|\d{1,10} 0 R\b|\d{1,10}/g;

/**
 * An element with the children that are kept.
 *
 * @param toId null for what is not kept
 */
export function copyElement(text: string, toId: (id: number) => number | null): string {
  // Marked content among the children may name pages of its own.
  const pageId = findReference(text.replace(KIDS, ''), 'Pg');
  const isHere = pageId === null || toId(pageId) !== null;
  const isKept = (child: string) =>
    /^\d+$/.test(child) ? isHere : readReferences(child).every((id) => toId(id) !== null);
  const kept = text.replace(KIDS, (_, children: string) => {
    const left = (children.match(CHILD) ?? []).filter(isKept);
    return `/K [${left.join(' ')}]`;
  });
  return mapReferences(kept, toId);
}
