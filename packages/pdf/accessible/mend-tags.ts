import { placeOf, type Problems } from '../archive/problems.ts';
import type { PdfRewrite } from '../file/rewrite.ts';
import { readTextString, toTextString, writeEntries } from '../file/syntax.ts';
import { repairTable, type TableRepair } from './mend-table.ts';
import { kidId, kidIds, outerType, type TagElement, type TagTree, writeKids } from './tag-tree.ts';

export interface TagRepair {
  readonly rewrite: PdfRewrite;
  readonly problems: Problems;
  /** By id of an element of a link, what the link is called. */
  readonly linkNames: ReadonlyMap<number, string>;
  /** Elements that the document gets at its end. */
  readonly addedIds: readonly number[];
  /** The document's own language becomes another. Null: it stays. */
  readonly language: { readonly from: string; readonly to: string } | null;
}

/** An element that waits for its turn, and what those around it want of it. */
interface Waiting {
  readonly id: number;
  /** The type of the next element around it that has a meaning. */
  readonly outer: string;
  /** Null: as it is. */
  readonly parentId: number | null;
}

/** Where pieces of lists and tables may be. Chromium puts others where a style sheet has made something else of a list. */
const OUTER: Readonly<Record<string, ReadonlySet<string>>> = {
  LI: new Set(['L']),
  Lbl: new Set(['LI']),
  TR: new Set(['Table', 'THead', 'TBody', 'TFoot']),
  TH: new Set(['TR']),
  TD: new Set(['TR']),
};

const IN_LIST = new Set(['L', 'LI', 'Caption', 'NonStruct']);
const IN_ITEM = new Set(['Lbl', 'LBody']);

/** A piece without its place has no meaning that a reader could tell. */
const PLAIN = 'Div';

/**
 * Makes the tags what ISO 14289-1 asks for, without a change of what they say: Chromium leaves out the bodies of list items and empty cells,
 * and calls a `<figure>` a figure although its image is one. One element is in memory at a time, apart from tables.
 */
export async function mendTags(tree: TagTree, topIds: readonly number[], repair: TagRepair): Promise<void> {
  const mender = new TagMender(tree, repair);
  await mender.mend(topIds);
}

class TagMender {
  readonly #tree: TagTree;
  readonly #repair: TagRepair;
  readonly #waiting: Waiting[] = [];
  /** By id of an element of a table, its new kids or attributes. */
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
    if (OUTER[type] && !OUTER[type].has(outer)) return type === 'Lbl' ? 'Span' : PLAIN;
    const hasText = ['Alt', 'ActualText'].some((name) => readTextString(entries.get(name) ?? '()') !== '');
    if (type === 'Figure' && !hasText && kids.some((kid) => kidId(kid) !== null)) return PLAIN;
    return type;
  }

  #follow(element: TagElement, outer: string, parentId: number | null): void {
    for (const id of kidIds(element).toReversed()) this.#waiting.push({ id, outer, parentId });
  }

  /** What is not the label of an item is its body. */
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

  /** What is in a list but in none of its items becomes an item. */
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
      // Cells in groups of the row are rare, and then its new cells are at its end.
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

const describe = (type: string, parentId: number, kidsOfIt: readonly number[]): string =>
  `<</Type /StructElem /S /${type} /P ${parentId} 0 R /K ${writeKids(kidsOfIt.map((id) => `${id} 0 R`))}>>`;
