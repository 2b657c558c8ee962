import { listPages } from '../file/list-pages.ts';
import { readEntries, readString, writeEntries } from '../file/syntax.ts';
import type { InputFile } from './input-file.ts';

/** A place to which links of other files lead. */
export interface LinkTarget {
  /** The place of its file among the inputs, from 0. */
  readonly input: number;
  /** In its file, from 1. */
  readonly page: number;
  /** In points from the bottom of the page. If null, the link shows the whole page. */
  readonly y: number | null;
  /** The page of the merged file that other files have printed as its page, from 1. */
  readonly printedPage: number;
}

/** The page of a target in the merged file is not the one that other files have printed. */
export class MovedTarget extends Error {
  override readonly name = 'MovedTarget';
  readonly address: string;

  constructor(address: string, printed: number, found: number) {
    super(`"${address}" was printed as page ${printed} and is on page ${found}`);
    this.address = address;
  }
}

const SCHEME = '/URI (entry:';

/** Links between the files. Their addresses become named destinations, because a later file has no ids yet. */
export class EntryLinks {
  readonly #targets: ReadonlyMap<string, LinkTarget>;
  readonly #names: ReadonlyMap<string, string>;
  readonly #ofInputs: ReadonlyMap<number, readonly (readonly [address: string, LinkTarget])[]>;
  readonly #places: string[] = [];

  /** @param targets by address. If there are none, links stay as they are. */
  constructor(targets: ReadonlyMap<string, LinkTarget>) {
    this.#targets = targets;
    this.#names = new Map(Array.from(targets.keys(), (address, index) => [address, `entry-${index}`]));
    this.#ofInputs = Map.groupBy(targets, ([, { input }]) => input);
  }

  /** Redirects a link to its target. A link to an entry that does not exist leads nowhere. @param text of an object */
  redirect(text: string): string {
    if (this.#targets.size === 0 || !text.includes(SCHEME) || !text.startsWith('<<')) return text;
    const entries = readEntries(text);
    const action = entries.get('A') ?? '';
    if (!action.includes(SCHEME) || !action.startsWith('<<')) return text;
    const address = readString(readEntries(action).get('URI') ?? '()');
    entries.delete('A');
    const name = this.#names.get(address);
    if (name !== undefined) entries.set('Dest', `/${name}`);
    return writeEntries(entries);
  }

  /**
   * Call it for each file, in their order.
   * @param pagesBefore the pages of the files before it
   * @throws {MovedTarget}
   */
  async place(
    index: number,
    { reader }: InputFile,
    { pagesBefore, toId }: { readonly pagesBefore: number; readonly toId: (id: number) => number },
  ): Promise<void> {
    const targets = this.#ofInputs.get(index) ?? [];
    if (targets.length === 0) return;
    const last = targets.reduce((most, [, { page }]) => Math.max(most, page), 0);
    const pageIds: number[] = [];
    for await (const { id } of listPages(reader)) if (pageIds.push(id) >= last) break;
    for (const [address, { page, y, printedPage }] of targets) {
      const pageId = pageIds[page - 1];
      if (pageId === undefined || pagesBefore + page !== printedPage)
        throw new MovedTarget(address, printedPage, pagesBefore + page);
      const view = y === null ? '/Fit' : `/XYZ 0 ${y} 0`;
      this.#places.push(`/${this.#names.get(address)} [${toId(pageId)} 0 R ${view}]`);
    }
  }

  /** The dictionary of named destinations, or null if there are none. */
  describe(): string | null {
    return this.#places.length === 0 ? null : `<<${this.#places.join('\n')}>>`;
  }
}
