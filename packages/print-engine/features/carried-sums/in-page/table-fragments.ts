import { plain } from '../../../in-page/scripts/pristine.ts';
import type { ReadTable } from './carried-table.ts';
import { PAGE_START, SPLIT } from './carry-style.ts';
import type { RowHeights } from './row-heights.ts';
import { Sums } from './sums.ts';

/** The rows on one page. A row that is higher than a page is a fragment of its own, on several pages. */
export interface Fragment {
  /** The index of its first row. */
  readonly start: number;
  /** The index of the first row behind it. */
  readonly end: number;
  readonly isSplit: boolean;
  readonly brought: HTMLTableRowElement | null;
  readonly carried: HTMLTableRowElement | null;
}

/** The fragments that a table breaks into. */
export interface RowPlan {
  /** The table begins on a new page. */
  readonly startsLater: boolean;
  readonly fragments: readonly Pick<Fragment, 'end' | 'isSplit'>[];
}

/** The fragments of a table that are on different pages, with the rows that carry the sums. */
export class TableFragments {
  readonly #table: ReadTable;
  /** The sums of all rows. */
  readonly #totals: Sums;
  #fragments: readonly Fragment[];
  /** The rows that show sums, with their texts. */
  #shown: readonly (readonly [HTMLTableRowElement, text: string])[] = [];
  /** It stays true, because the last print may have had the table on its later page already. */
  #startsLater = false;

  constructor(table: ReadTable) {
    this.#table = table;
    this.#totals = new Sums(table.rows);
    for (const row of table.rows) this.#totals.add(row);
    this.#fragments = [{ start: 0, end: table.rows.length, isSplit: false, brought: null, carried: null }];
    for (const { element, startsPage } of table.rows) plain(element).toggleAttribute(PAGE_START, startsPage);
  }

  get list(): readonly Fragment[] {
    return this.#fragments;
  }

  /** Whether the rows are in the order of their sums, and show them. A script may have changed them. */
  get areIntact(): boolean {
    const rows = this.listRows();
    const wanted = new Set(rows);
    const found = Array.from(this.#table.element.rows).filter((row) => wanted.has(row));
    return (
      found.length === rows.length &&
      found.every((row, index) => row === rows[index]) &&
      this.#shown.every(([row, text]) => plain(row).textContent === text)
    );
  }

  /** Returns all rows in their order, with those that show sums. */
  listRows(): HTMLTableRowElement[] {
    return this.#fragments.flatMap((fragment) => this.rowsOf(fragment));
  }

  /** Returns the rows of a fragment in their order, with those that show sums. */
  rowsOf({ start, end, brought, carried }: Fragment): HTMLTableRowElement[] {
    const rows = this.#table.rows.slice(start, end).map(({ element }) => element);
    return [brought, ...rows, carried].filter((row) => row !== null);
  }

  /** Returns the rows that show whether the fragment is on one page. */
  endsOf({ start, end, isSplit, brought }: Fragment): HTMLTableRowElement[] {
    const { rows } = this.#table;
    const last = isSplit ? null : rows[end - 1]?.element;
    return [brought, rows[start]?.element, last].filter((row) => row != null);
  }

  /** Replaces the rows that carry sums. */
  insert({ startsLater, fragments }: RowPlan): void {
    const { element: table, rows } = this.#table;
    for (const { brought, carried } of this.#fragments) for (const row of [brought, carried]) row?.remove();
    for (const { element } of rows) plain(element).removeAttribute(PAGE_START);
    this.#startsLater ||= startsLater;
    table.toggleAttribute(PAGE_START, this.#startsLater);
    const sums = new Sums(rows);
    let start = 0;
    this.#fragments = fragments.map(({ end, isSplit }) => {
      const first = rows[start]?.element;
      const brought =
        start === 0 || first === undefined
          ? null
          : sums.addRow(this.#table.brought, (row) => first.before(row));
      if (start > 0) (brought ?? first)?.setAttribute(PAGE_START, '');
      for (const row of rows.slice(start, end)) {
        row.element.toggleAttribute(SPLIT, isSplit);
        sums.add(row);
      }
      const last = rows[end - 1]?.element;
      const carried =
        end === rows.length || last === undefined
          ? null
          : sums.addRow(this.#table.carried, (row) => last.after(row));
      const fragment = { start, end, isSplit, brought, carried };
      start = end;
      return fragment;
    });
    this.#shown = this.#fragments
      .flatMap(({ brought, carried }) => [brought, carried])
      .filter((row) => row !== null)
      .map((row) => [row, plain(row).textContent ?? '']);
  }

  /** Returns the heights of the rows that show sums. If there are none yet, a row with the sum of the whole table is added, measured and removed. */
  measureAdded(heights: RowHeights): { carried: number; brought: number } {
    const last = this.#table.rows.at(-1)?.element;
    const measure = (kind: 'brought' | 'carried'): number => {
      const added = this.#fragments.flatMap((fragment) => fragment[kind] ?? []);
      if (added.length > 0) return Math.max(...added.map((row) => heights.of(row, kind)));
      const trial =
        last === undefined ? null : this.#totals.addRow(this.#table[kind], (row) => last.after(row));
      const height = trial === null ? 0 : heights.of(trial, kind);
      trial?.remove();
      return height;
    };
    return { carried: measure('carried'), brought: measure('brought') };
  }
}
