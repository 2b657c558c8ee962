import { UnreadablePdf } from '../file/dictionary.ts';
import type { PdfReader } from '../file/reader.ts';
import type { PdfRewrite } from '../file/rewrite.ts';
import { readEntries, writeEntries } from '../file/syntax.ts';

/** A new entry of the parent tree: an element of a link, or the list of the elements of a page. */
export interface NewParent {
  readonly id: number;
  readonly key: number;
}

/** Adds entries to the parent tree. @param entries those of the root of the tags, which may change */
export async function addToParentTree(
  rewrite: PdfRewrite,
  reader: PdfReader,
  { entries, added }: { readonly entries: Map<string, string>; readonly added: readonly NewParent[] },
): Promise<void> {
  const numbers = added.map(({ id, key }) => `${key} ${id} 0 R`).join(' ');
  const written = entries.get('ParentTree') ?? '';
  if (written.startsWith('<<')) {
    // A merged file has a node for each of its files.
    const limits = `[${added[0]?.key} ${added.at(-1)?.key}]`;
    const node = rewrite.add(`<</Limits ${limits} /Nums [${numbers}]>>`);
    const tree = readEntries(written);
    tree.set('Kids', `${(tree.get('Kids') ?? '[]').slice(0, -1)} ${node} 0 R]`);
    entries.set('ParentTree', writeEntries(tree));
    return;
  }
  const id = Number(/^(\d+) 0 R$/.exec(written)?.[1] ?? 0);
  const tree = readEntries((await reader.object(id)).text);
  const nums = tree.get('Nums');
  if (nums === undefined) throw new UnreadablePdf('the parent tree has no /Nums');
  rewrite.write(id, writeEntries(tree.set('Nums', `${nums.slice(0, -1)} ${numbers}]`)));
}
