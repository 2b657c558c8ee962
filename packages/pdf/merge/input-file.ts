import type { Meter } from '@platen/meter';
import type { ByteSource } from '../file/byte-source.ts';
import {
  findDictionary,
  findReference,
  readDictionary,
  readReference,
  readReferences,
  UnreadablePdf,
} from '../file/dictionary.ts';
import { type FileForm, readFonts, readForm } from '../forms/read-form.ts';
import type { LabelRange, ReadLabels } from '../file/page-labels.ts';
import { type PdfObject, PdfReader } from '../file/reader.ts';
import { readEntries } from '../file/syntax.ts';

/** The tags of a file. */
export interface Structure {
  readonly rootId: number;
  /** The nodes that have the entries of the parent tree. */
  readonly parentNodes: ReadonlySet<number>;
  /** The elements at the top. */
  readonly kids: readonly number[];
  readonly idTreeId: number | null;
  /** The nodes that have the names of elements. */
  readonly idNodes: readonly number[];
  /** Keys of the parent tree are less than this. */
  readonly nextKey: number;
  /** The dictionary that maps types of tags to those of PDF 1.7. Only a PDF/A has one. */
  readonly roles: string | null;
}

/** The bookmarks of a file. */
export interface Bookmarks {
  readonly rootId: number;
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

/** A file to merge, as it is known before its objects are copied. */
export interface InputFile {
  readonly reader: PdfReader;
  readonly catalog: PdfObject;
  readonly pagesId: number;
  readonly pageCount: number;
  readonly firstPageId: number;
  readonly structure: Structure | null;
  readonly bookmarks: Bookmarks | null;
  /** With its fonts by name. */
  readonly form: (FileForm & { readonly fonts: ReadonlyMap<string, string> }) | null;
  /** By name, as explicit destinations with the ids of this file. */
  readonly destinations: ReadonlyMap<string, string>;
  readonly labels: readonly LabelRange[] | null;
  /** Objects that the merged file has once for all files. */
  readonly leftOut: ReadonlySet<number>;
}

/** @throws {UnreadablePdf} */
export async function openInput(source: ByteSource, meter: Meter): Promise<InputFile> {
  const reader = await PdfReader.open(source, meter);
  const catalog = await reader.object(readReference(reader.trailer, 'Root'));
  const pagesId = readReference(catalog.text, 'Pages');
  const structure = await readStructure(reader, catalog);
  const bookmarks = await readBookmarks(reader, catalog);
  const destinationsId = findReference(catalog.text, 'Dests');
  const infoId = findReference(reader.trailer, 'Info');
  const ofTheFile = await findOwn(reader, catalog.text);
  const form = await readForm(reader, catalog);
  const labels = await readLabels(reader, catalog.text);
  const leftOut = [catalog.id, infoId, destinationsId, bookmarks?.rootId, form?.id, ...ofTheFile];
  if (labels) leftOut.push(...labels.ids);
  if (structure) leftOut.push(structure.rootId, structure.idTreeId);
  return {
    reader,
    catalog,
    pagesId,
    pageCount: await reader.pageCount(),
    firstPageId: await findFirstPage(reader, pagesId),
    structure,
    bookmarks,
    form: form && { ...form, fonts: await readFonts(reader, form) },
    destinations: destinationsId === null ? new Map() : readDestinations(await reader.object(destinationsId)),
    labels: labels?.ranges ?? null,
    leftOut: new Set(leftOut.filter((id) => id !== null && id !== undefined)),
  };
}

/** Most files have no page labels, so their module is loaded at first use. */
export async function readLabels(reader: PdfReader, catalog: string): Promise<ReadLabels | null> {
  if (!catalog.includes('/PageLabels')) return null;
  const { readPageLabels } = await import('../file/page-labels.ts');
  return readPageLabels(reader, catalog);
}

/** Metadata and attachments, which nothing in the merged file would refer to. */
async function findOwn(reader: PdfReader, catalog: string): Promise<ReadonlySet<number>> {
  const entries = readEntries(catalog);
  const own = new Set<number>();
  const waiting = ['Metadata', 'Names', 'AF'].flatMap((name) => readReferences(entries.get(name) ?? ''));
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (own.has(id)) continue;
    own.add(id);
    waiting.push(...readReferences((await reader.object(id)).text));
  }
  return own;
}

const readInteger = ({ id, text }: PdfObject, name: string): number => {
  // The time is bounded: the name is a word.
  const value = new RegExp(`/${name} (-?\\d+)`).exec(text)?.[1];
  if (value === undefined) throw new UnreadablePdf(`object ${id} has no /${name}`);
  return Number(value);
};

/** Reads the children of a node of a tree. */
function readKids({ id, text }: Pick<PdfObject, 'id' | 'text'>): number[] {
  const kids = readReferences(/\/Kids \[([^[\]]*)\]/.exec(text)?.[1] ?? '');
  if (kids.length === 0) throw new UnreadablePdf(`object ${id} has no /Kids`);
  return kids;
}

/** A page tree has few levels. */
const MAX_LEVELS = 64;

async function findFirstPage(reader: PdfReader, pagesId: number): Promise<number> {
  let id = pagesId;
  for (let level = 0; level < MAX_LEVELS; level += 1) {
    const node = await reader.object(id);
    if (/\/Type \/Page\b/.test(node.text)) return id;
    [id = 0] = readKids(node);
  }
  throw new UnreadablePdf('the page tree has too many levels');
}

export async function readStructure(reader: PdfReader, { text }: PdfObject): Promise<Structure | null> {
  const rootId = findReference(text, 'StructTreeRoot');
  if (rootId === null) return null;
  const root = await reader.object(rootId);
  const idTreeId = findReference(root.text, 'IDTree');
  const idTree = idTreeId === null ? findDictionary(root.text, 'IDTree') : await reader.object(idTreeId);
  return {
    rootId,
    parentNodes: new Set(readParentNodes(root)),
    idTreeId,
    idNodes: idTree === null ? [] : readKids({ id: rootId, text: idTree.text }),
    kids: readReferences(/\/K (\[[^[\]]*\]|\d+ 0 R\b)/.exec(root.text)?.[1] ?? ''),
    nextKey: readInteger(root, 'ParentTreeNextKey'),
    roles: root.text.includes('/RoleMap <<') ? readDictionary(root.text, 'RoleMap').text : null,
  };
}

/** Chromium writes one node. A merged file has one for each of its files. */
function readParentNodes({ id, text }: PdfObject): number[] {
  const only = findReference(text, 'ParentTree');
  if (only !== null) return [only];
  return readKids({ id, text: readDictionary(text, 'ParentTree').text });
}

async function readBookmarks(reader: PdfReader, { text }: PdfObject): Promise<Bookmarks | null> {
  const rootId = findReference(text, 'Outlines');
  if (rootId === null) return null;
  const root = await reader.object(rootId);
  return {
    rootId,
    first: readReference(root.text, 'First'),
    last: readReference(root.text, 'Last'),
    count: readInteger(root, 'Count'),
  };
}

/** `/name [49 0 R /XYZ 36 453 0]` */
export const readDestinations = ({ text }: PdfObject): Map<string, string> =>
  new Map(
    Array.from(text.matchAll(/\/([^\s/<>[\]()]+)\s*(\[[^[\]]*\])/g), ([, name = '', place = '']) => [
      name,
      place,
    ]),
  );

/** Copies the entries for tags, for the language, and for the way readers show the file. */
export function readCatalogEntries({ text }: PdfObject): string {
  const dictionaries = ['MarkInfo', 'ViewerPreferences'].map((name) => {
    const found = findDictionary(text, name);
    return found ? `/${name} ${found.text}` : '';
  });
  const language = /\/Lang (?:\((?:[^()\\]|\\[\s\S])*\)|<[\dA-Fa-f\s]*>)/.exec(text)?.[0] ?? '';
  return [...dictionaries, language].filter((entry) => entry !== '').join(' ');
}
