import { UnreadablePdf } from '../file/dictionary.ts';
import type { SourceFile } from './source-file.ts';
import { type Dictionary, isList, type PdfValue, Reference } from './values.ts';

/** A tree of names or of numbers with more is left out. */
const MAX_ENTRIES = 1_000_000;

const MAX_LEVELS = 64;

/** The pairs of a tree of names or of numbers (ISO 32000-1, 7.9.6), in their order. A node that is in itself is read once. */
export async function readTree(
  file: SourceFile,
  root: PdfValue | undefined,
  field: 'Names' | 'Nums',
): Promise<[PdfValue, PdfValue][]> {
  const pairs: [PdfValue, PdfValue][] = [];
  const known = new Set<number>();
  const walk = async (value: PdfValue | undefined, level: number): Promise<void> => {
    if (value instanceof Reference) {
      if (known.has(value.id)) return;
      known.add(value.id);
    }
    const node = await file.dictionary(value);
    if (node === null || level > MAX_LEVELS) return;
    const entries = await file.resolve(node.get(field));
    for (let at = 0; isList(entries) && at + 1 < entries.length; at += 2) {
      pairs.push([await file.resolve(entries[at]), entries[at + 1] ?? null]);
      if (pairs.length > MAX_ENTRIES) throw new UnreadablePdf('a tree has too many entries');
    }
    const kids = await file.resolve(node.get('Kids'));
    if (isList(kids)) for (const kid of kids) await walk(kid, level + 1);
  };
  await walk(root, 0);
  return pairs;
}

/** The entries that a page inherits from the nodes above it. */
export type Inherited = ReadonlyMap<string, PdfValue>;

export interface SourcePage {
  /** It is null for a page that is in the tree itself. */
  readonly id: number | null;
  readonly entries: Dictionary;
  readonly inherited: Inherited;
}

const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];

/** The pages in their order. A page or a node that is there twice is read once. @throws {UnreadablePdf} */
export async function* walkPages(file: SourceFile, root: PdfValue | undefined): AsyncGenerator<SourcePage> {
  const known = new Set<number>();
  const waiting: { value: PdfValue; inherited: Inherited; level: number }[] = [
    { value: root ?? null, inherited: new Map(), level: 0 },
  ];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, inherited, level } = next;
    const id = value instanceof Reference ? value.id : null;
    if (id !== null && known.has(id)) continue;
    if (id !== null) known.add(id);
    const node = await file.dictionary(value);
    if (node === null) continue;
    const kids = await file.resolve(node.get('Kids'));
    if (!isList(kids)) {
      yield { id, entries: node, inherited };
      continue;
    }
    if (level > MAX_LEVELS) throw new UnreadablePdf('the page tree has too many levels');
    const own = INHERITED.flatMap((name) =>
      node.has(name) ? [[name, node.get(name) ?? null] as const] : [],
    );
    const passed = own.length === 0 ? inherited : new Map([...inherited, ...own]);
    for (const kid of kids.toReversed()) waiting.push({ value: kid, inherited: passed, level: level + 1 });
  }
}
