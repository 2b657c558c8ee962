/** The PDF is not as Skia, Chromium's PDF writer, makes it. The engine does not guess. */
export class UnreadablePdf extends Error {
  override readonly name: string = 'UnreadablePdf';
}

/** The file needs a password. */
export class EncryptedPdf extends UnreadablePdf {
  constructor() {
    super('the file is encrypted');
  }
}

export interface DictionaryEntry {
  /** With its brackets. */
  readonly text: string;
  /** The index of `text` in the outer dictionary. */
  readonly start: number;
}

/** The time to find the key is bounded: its name is a word. Returns null if it is missing. @throws {UnreadablePdf} the value is not a dictionary */
export function findDictionary(outer: string, name: string): DictionaryEntry | null {
  const key = new RegExp(`/${name}(?![\\w.])\\s*`).exec(outer);
  if (!key) return null;
  const start = key.index + key[0].length;
  if (!outer.startsWith('<<', start)) throw new UnreadablePdf(`/${name} is not a dictionary`);
  const brackets = /<<|>>/g;
  brackets.lastIndex = start;
  let depth = 0;
  for (let found = brackets.exec(outer); found; found = brackets.exec(outer)) {
    depth += found[0] === '<<' ? 1 : -1;
    if (depth === 0) return { text: outer.slice(start, brackets.lastIndex), start };
  }
  throw new UnreadablePdf(`/${name} does not end`);
}

export function readDictionary(outer: string, name: string): DictionaryEntry {
  const entry = findDictionary(outer, name);
  if (!entry) throw new UnreadablePdf(`no /${name}`);
  return entry;
}

/** The object id in `/Name 12 0 R`. The time is bounded: the name is a word. @throws {UnreadablePdf} there is none, or more than one */
export function readReference(dictionary: string, name: string): number {
  const [id, ...others] = Array.from(
    dictionary.matchAll(new RegExp(`/${name} (\\d+) 0 R\\b`, 'g')),
    ([, number]) => Number(number),
  );
  if (id === undefined) throw new UnreadablePdf(`no reference /${name}`);
  if (others.length > 0) throw new UnreadablePdf(`more than one /${name}`);
  return id;
}

/** Strings, which are copied as they are, and references. */
const REFERENCES = /\((?:[^()\\]|\\[\s\S])*\)?|<[\dA-Fa-f\s]*>|(\d{1,10}) 0 R\b/g;

/** @param toId null: the object is left out */
export const mapReferences = (text: string, toId: (id: number) => number | null): string =>
  text.replace(REFERENCES, (part, id: string | undefined) => {
    if (id === undefined) return part;
    const mapped = toId(Number(id));
    return mapped === null ? 'null' : `${mapped} 0 R`;
  });

/** Not those in strings, which only look like references. */
export function findReferences(text: string): number[] {
  const ids: number[] = [];
  for (const [, id] of text.matchAll(REFERENCES)) if (id !== undefined) ids.push(Number(id));
  return ids;
}

/** Returns null if the value of the key is not a reference. The time is bounded: the name is a word. */
export const findReference = (dictionary: string, name: string): number | null =>
  new RegExp(`/${name} \\d+ 0 R\\b`).test(dictionary) ? readReference(dictionary, name) : null;

export const readReferences = (text: string): number[] =>
  Array.from(text.matchAll(/(\d{1,10}) 0 R\b/g), ([, id]) => Number(id));

/** The entries of a node of a tree, as text. They can have arrays in them, and are the last array of the node. Empty if it has none. */
export function readNodeEntries(node: string, name: 'Nums' | 'Names'): string {
  const key = `/${name} [`;
  const start = node.indexOf(key);
  return start < 0 ? '' : node.slice(start + key.length, Math.max(0, node.lastIndexOf(']')));
}
