import { placeOf, type Problems } from '../archive/problems.ts';
import type { PdfRewrite } from '../file/rewrite.ts';
import { readReferences } from '../file/dictionary.ts';
import { readArray, readEntries, readTextString, toTextString, writeEntries } from '../file/syntax.ts';
import { repairTable, type TableRepair } from './mend-table.ts';
import { kidId, kidIds, outerType, type TagElement, type TagTree, writeKids } from './tag-tree.ts';

export interface TagRepair {
  readonly rewrite: PdfRewrite;
  readonly problems: Problems;
  /** The names of links, by the ids of their elements. */
  readonly linkNames: ReadonlyMap<number, string>;
  /** New elements of links in an element, by its id, then by the ids of their annotations. */
  readonly innerLinks: ReadonlyMap<number, ReadonlyMap<number, number>>;
  /** New elements, which are added at the end of the document. */
  readonly addedIds: readonly number[];
  /** Replaces the language of the document in each tag that has it, or null if the language stays. */
  readonly language: { readonly from: string; readonly to: string } | null;
}

/** An element that is mended later. */
interface Waiting {
  readonly id: number;
  /** The type of the closest element around it that has a meaning. */
  readonly outer: string;
  /** The new parent, or null if the parent stays. */
  readonly parentId: number | null;
}

/** By element of a list or table, the elements that it must be in. Chromium writes some of them elsewhere, if a style sheet changes how a list is displayed. */
const OUTER: ReadonlyMap<string, readonly string[]> = new Map([
  ['LI', ['L']],
  ['Lbl', ['LI']],
  ['TR', ['Table', 'THead', 'TBody', 'TFoot']],
  ['TH', ['TR']],
  ['TD', ['TR']],
]);

const IN_LIST = new Set(['L', 'LI', 'Caption', 'NonStruct']);
const IN_ITEM = new Set(['Lbl', 'LBody']);

/** The type for a list item, a row or a cell outside of a list or table, and for a figure around an image. It has no meaning for a reader. */
const PLAIN = 'Div';

/**
 * Mends the tags for ISO 14289-1, without changing their meaning. Chromium leaves out the bodies of list items and empty cells. It also gives
 * a `<figure>` the type of an image, although only the image inside is one. Only one element is in memory at a time, apart from tables.
 */
export async function mendTags(tree: TagTree, topIds: readonly number[], repair: TagRepair): Promise<void> {
  const mender = new TagMender(tree, repair);
  await mender.mend(topIds);
}

class TagMender {
  readonly #tree: TagTree;
  readonly #repair: TagRepair;
  readonly #waiting: Waiting[] = [];
  /** The new kids or attributes of elements of tables, by id. */
  readonly #ofTables = new Map<number, { kids?: string[]; attributes?: string }>();

  constructor(tree: TagTree, repair: TagRepair) {
    this.#tree = tree;
    this.#repair = repair;
  }

  async mend(topIds: readonly number[]): Promise<void> {
    for (const id of topIds.toReversed()) this.#waiting.push({ id, outer: '', parentId: null });
    const { language, addedIds } = this.#repair;
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      const element = await this.#tree.element(next.id);
      const before = writeEntries(element.entries);
      const { entries } = element;
      if (next.parentId !== null) entries.set('P', `${next.parentId} 0 R`);
      if (language && readTextString(entries.get('Lang') ?? '()') === language.from)
        entries.set('Lang', toTextString(language.to));
      if (readTextString(entries.get('Lang') ?? '(x)') === '') entries.delete('Lang');
      if (next.id === topIds[0] && topIds.length === 1 && addedIds.length > 0)
        entries.set('K', writeKids([...element.kids, ...addedIds.map((id) => `${id} 0 R`)]));
      await this.#mendElement(element, next.outer);
      const inner = this.#repair.innerLinks.get(next.id);
      if (inner !== undefined) entries.set('K', withInnerLinks(entries.get('K') ?? '[]', inner));
      if (writeEntries(entries) !== before) this.#repair.rewrite.write(element.id, writeEntries(entries));
    }
  }

  async #mendElement(element: TagElement, outer: string): Promise<void> {
    const { id, entries } = element;
    const type = await this.#chooseType(element, outer);
    if (type !== element.type) entries.set('S', `/${type}`);
    const name = this.#repair.linkNames.get(id);
    if (name !== undefined && readTextString(entries.get('Alt') ?? '()') === '')
      entries.set('Alt', toTextString(name));
    if (type === 'Table') await this.#mendTable(element);
    const changed = this.#ofTables.get(id);
    this.#ofTables.delete(id);
    if (changed?.attributes !== undefined) entries.set('A', changed.attributes);
    if (changed?.kids) entries.set('K', writeKids(changed.kids));
    if (type === 'LI' && (await this.#wrapBody(element))) return;
    if (type === 'L' && (await this.#wrapItems(element))) return;
    this.#follow(element, outerType(type, outer), null);
  }

  async #chooseType(element: TagElement, outer: string): Promise<string> {
    const { type, entries, kids } = element;
    if (OUTER.get(type)?.includes(outer) === false) return type === 'Lbl' ? 'Span' : PLAIN;
    const hasText = ['Alt', 'ActualText'].some((name) => readTextString(entries.get(name) ?? '()') !== '');
    if (type === 'Figure' && !hasText && kids.some((kid) => kidId(kid) !== null)) return PLAIN;
    return type;
  }

  #follow(element: TagElement, outer: string, parentId: number | null): void {
    for (const id of kidIds(element).toReversed()) this.#waiting.push({ id, outer, parentId });
  }

  /** Wraps all elements of an item in a body, apart from its label. Returns whether it changed the item. */
  async #wrapBody(element: TagElement): Promise<boolean> {
    const kids = await this.#tree.elements(kidIds(element));
    const inside = kids.filter(({ type }) => !IN_ITEM.has(type));
    if (inside.length === 0) return false;
    const { rewrite } = this.#repair;
    const insideIds = new Set(inside.map(({ id }) => id));
    const bodyId = rewrite.add(describe('LBody', element.id, [...insideIds]));
    const others = element.kids.filter((kid) => !insideIds.has(kidId(kid) ?? -1));
    element.entries.set('K', writeKids([...others, `${bodyId} 0 R`]));
    for (const { id } of kids.toReversed()) {
      const isInside = insideIds.has(id);
      this.#waiting.push({ id, outer: isInside ? 'LBody' : 'LI', parentId: isInside ? bodyId : null });
    }
    return true;
  }

  /** Wraps each element of a list that is not in an item in a new item. Returns whether it changed the list. */
  async #wrapItems(element: TagElement): Promise<boolean> {
    const kids = await this.#tree.elements(kidIds(element));
    if (kids.every(({ type }) => IN_LIST.has(type))) return false;
    const { rewrite } = this.#repair;
    const wrapped = new Map<number, string>();
    for (const { id, type } of kids.toReversed()) {
      if (IN_LIST.has(type)) {
        this.#waiting.push({ id, outer: 'L', parentId: null });
        continue;
      }
      const itemId = rewrite.reserve();
      const bodyId = rewrite.add(describe('LBody', itemId, [id]));
      rewrite.write(itemId, describe('LI', element.id, [bodyId]));
      wrapped.set(id, `${itemId} 0 R`);
      this.#waiting.push({ id, outer: 'LBody', parentId: bodyId });
    }
    element.entries.set('K', writeKids(element.kids.map((kid) => wrapped.get(kidId(kid) ?? -1) ?? kid)));
    return true;
  }

  async #mendTable(table: TagElement): Promise<void> {
    const { rewrite, problems } = this.#repair;
    const found: TableRepair | string | null = await repairTable(this.#tree, table);
    if (found === null) return;
    if (typeof found === 'string') {
      problems.add('7.2', placeOf(table), `is a table that ${found}`);
      return;
    }
    for (const [id, attributes] of found.attributes) this.#ofTables.set(id, { attributes });
    for (const [rowId, cells] of found.rows) {
      const row = await this.#tree.element(rowId);
      const direct = new Set(kidIds(row));
      // If the row has its cells in groups, which is rare, the new cells come after them.
      const isDirect = cells.every(({ id }) => id === null || direct.has(id));
      const toKid = ({ id }: { readonly id: number | null }): string =>
        `${id ?? rewrite.add(`<</Type /StructElem /S /TD /P ${rowId} 0 R>>`)} 0 R`;
      const others = row.kids.filter((kid) => kidId(kid) === null);
      const kids = isDirect
        ? [...others, ...cells.map(toKid)]
        : [...row.kids, ...cells.filter(({ id }) => id === null).map(toKid)];
      this.#ofTables.set(rowId, { kids });
    }
  }
}

/** Puts the elements of links in the place of their annotations. */
function withInnerLinks(kids: string, inner: ReadonlyMap<number, number>): string {
  const list = kids.startsWith('[') ? readArray(kids) : [kids];
  const elements = list.map((kid) => {
    const annotation = kid.startsWith('<<')
      ? readReferences(readEntries(kid).get('Obj') ?? '')[0]
      : undefined;
    const id = annotation === undefined ? undefined : inner.get(annotation);
    return id === undefined ? kid : `${id} 0 R`;
  });
  return writeKids(elements);
}

const describe = (type: string, parentId: number, kidsOfIt: readonly number[]): string =>
  `<</Type /StructElem /S /${type} /P ${parentId} 0 R /K ${writeKids(kidsOfIt.map((id) => `${id} 0 R`))}>>`;
