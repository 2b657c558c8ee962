import { readNodeEntries, UnreadablePdf } from '../file/dictionary.ts';
import type { PdfObject } from '../file/reader.ts';
import type { InputFile } from './input-file.ts';

/** The ids and names that the objects of one file get in the merged file. */
export interface Placement {
  /** The id in the merged file. */
  readonly toId: (id: number) => number;
  /** A key of the file's parent tree plus this is its key in the merged file. */
  readonly firstKey: number;
  /** Starts the names of elements. Two files have the same ones. */
  readonly prefix: string;
  /** The root of the tags of the merged file, which replaces that of the file. */
  readonly structureId: number;
}

/** Strings, which are copied as they are, and what changes. */
const PARTS =
  /\((?:[^()\\]|\\[\s\S])*\)?|<[\dA-Fa-f\s]*>|(\d{1,10}) 0 R\b|\/(StructParents?) (\d{1,10})|\/Dest \/([^\s/<>[\]()]+)|\/(ID|Headers|Limits|Names) (\[\([^[\]]*\]|\([^()]*\))/g;

/**
 * The text of an object with the ids of the merged file. Two files can have the same name for different destinations, so a
 * link gets its destination instead of the name.
 */
export function renumber(text: string, input: InputFile, placement: Placement): string {
  const { firstKey, prefix, structureId } = placement;
  const toId = (id: string) =>
    Number(id) === input.structure?.rootId ? structureId : placement.toId(Number(id));
  return text.replace(PARTS, (part, ...found: (string | undefined)[]) => {
    const [id, keyField, key, destination, nameField, names] = found;
    if (id !== undefined) return `${toId(id)} 0 R`;
    if (keyField !== undefined) return `/${keyField} ${Number(key) + firstKey}`;
    if (nameField !== undefined && names !== undefined)
      return `/${nameField} ${renumber(names, input, placement).replaceAll('(', `(${prefix}`)}`;
    const place = destination === undefined ? undefined : input.destinations.get(destination);
    return place === undefined ? part : `/Dest ${renumber(place, input, placement)}`;
  });
}

/** A node of the parent tree of the merged file (ISO 32000-1, 7.9.7). */
function renumberParentTree(text: string, { toId, firstKey }: Placement): string {
  const entries = Array.from(
    readNodeEntries(text, 'Nums').matchAll(/(\d{1,10}) (?:(\d{1,10}) 0 R\b|null)/g),
    ([, key, id]) => ({
      key: Number(key) + firstKey,
      value: id === undefined ? 'null' : `${toId(Number(id))} 0 R`,
    }),
  );
  const [first, last] = [entries[0], entries.at(-1)];
  if (!first || !last) throw new UnreadablePdf('the parent tree has no /Nums');
  const numbers = entries.map(({ key, value }) => `${key} ${value}`).join(' ');
  return `<</Limits [${first.key} ${last.key}] /Nums [${numbers}]>>`;
}

/** The text of an object in the merged file. @param parentId of the root of the file's page tree */
export function copyText(
  object: PdfObject,
  input: InputFile,
  placement: Placement,
  parentId: number,
): string {
  const { id, text } = object;
  if (input.structure?.parentNodes.has(id) === true) return renumberParentTree(text, placement);
  const copy = renumber(text, input, placement);
  return id === input.pagesId ? withParent(copy, parentId) : copy;
}

function withParent(pages: string, parentId: number): string {
  if (!pages.startsWith('<<')) throw new UnreadablePdf('the page tree has no dictionary');
  return `<</Parent ${parentId} 0 R ${pages.slice('<<'.length)}`;
}
