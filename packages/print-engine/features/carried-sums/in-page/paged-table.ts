import type { Targets } from '../../../in-page/scripts/paged/targets.ts';
import { measureRepeated, type ReadTable } from './carried-table.ts';
import { PAGE_START } from './carry-style.ts';
import type { PageArea, Places, Position } from './places.ts';
import { PageBottoms } from './page-bottoms.ts';
import { planBreaks } from './plan-breaks.ts';
import { RowHeights } from './row-heights.ts';
import { toUnits } from './row-units.ts';
import { type RowPlan, TableFragments } from './table-fragments.ts';
import { OWN } from '../../../in-page/scripts/paged/own-names.ts';

/** In the first rounds, a row is as high as it is at present, and then as high as it has been. */
const PRESENT_ROUNDS = 3;
const MAX_ROUNDS = 12;

/** Chromium rounds places. */
const SLACK_POINTS = 1;

/** If the table will begin elsewhere than in the last print, this part of a page is left free. */
const ESTIMATE_SHARE = 1 / 20;

/** A table with the rows that carry its sums from page to page. */
export class PagedTable {
  readonly element: HTMLTableElement;
  readonly #table: ReadTable;
  readonly #targets: Targets;
  readonly #heights: RowHeights;
  readonly #bottoms = new PageBottoms();
  /** The distance from the top of a page to the first row, if the table continues on it. It is null until a print shows it. */
  #continuedDepth: number | null = null;
  /** The rows that stay on the page of the next one. */
  readonly #joined: ReadonlySet<Element>;
  readonly #fragments: TableFragments;

  constructor(table: ReadTable, targets: Targets) {
    this.element = table.element;
    this.#table = table;
    this.#targets = targets;
    this.#heights = new RowHeights(table.element, targets);
    this.#fragments = new TableFragments(table);
    table.element.setAttribute(`data-${OWN}-carry`, '');
    this.#joined = new Set(table.rows.flatMap((row) => (row.joinsNext === null ? [] : [row.element])));
    for (const row of [table.rows[0], table.rows.at(-1)]) if (row) targets.linkToBox(row.element);
  }

  get isIntact(): boolean {
    return this.#fragments.areIntact;
  }

  get hasSplitRows(): boolean {
    return this.#fragments.list.some(({ isSplit }) => isSplit);
  }

  toPoints(pixels: number): number {
    return this.#heights.toPoints(pixels);
  }

  /** Call it first after a print. Returns null if the table was not printed. */
  read(places: Places, area: PageArea): { readonly start: Position; readonly end: Position } | null {
    const { rows } = this.#table;
    const { top } = area;
    this.#heights.read(places, this.#fragments.listRows());
    this.#readBottoms(places, area);
    const first = this.#find(rows[0]?.element, places);
    const last = this.#find(rows.at(-1)?.element, places);
    if (first === null || last === null) return null;
    const depths = this.#fragments.listRows().flatMap((row) => {
      const place = this.#find(row, places);
      return place !== null && place.page > first.page ? [top - place.y] : [];
    });
    if (depths.length > 0) this.#continuedDepth = Math.min(...depths);
    const lastRow = rows.at(-1);
    const lastHeight = lastRow === undefined ? 0 : this.#heights.of(lastRow.element);
    return {
      start: { page: first.page, depth: top - first.y },
      end: { page: last.page, depth: top - last.y + lastHeight },
    };
  }

  /**
   * Returns the pages of the fragments that are not as planned. The rows of a table follow one another, so a fragment whose first and last
   * rows are on the same page is on it as a whole.
   */
  findWrong(places: Places): number[] {
    const { list } = this.#fragments;
    return list.flatMap((fragment, index) => {
      const pages = this.#fragments.endsOf(fragment).map((row) => this.#find(row, places)?.page ?? 0);
      const following = list[index + 1];
      const nextRow =
        following === undefined ? null : (following.brought ?? this.#table.rows[following.start]?.element);
      const next = nextRow === null ? Infinity : (this.#find(nextRow, places)?.page ?? 0);
      const carried = fragment.carried === null ? null : (this.#find(fragment.carried, places)?.page ?? 0);
      const [first = 0] = pages;
      const isRight =
        pages.every((number) => number === first) &&
        first < next &&
        (carried === null || carried === (fragment.isSplit ? next - 1 : first));
      return isRight ? [] : [first];
    });
  }

  #readBottoms(places: Places, { top, bottom }: PageArea): void {
    const rows = this.#fragments.listRows().map((row) => {
      const place = this.#find(row, places);
      return {
        height: this.#heights.of(row),
        place: place === null ? null : { page: place.page, depth: top - place.y },
        staysWithNext: this.#joined.has(row),
        startsPage: row.hasAttribute(PAGE_START),
      };
    });
    this.#bottoms.read(
      rows,
      top -
        bottom -
        this.#heights.toPoints(measureRepeated(this.element, 'table-footer-group')) -
        SLACK_POINTS,
    );
  }

  /** Adds rows at the pages that are expected. Returns where the last row will end. */
  breakAt(start: Position, area: PageArea, isEstimate: boolean): Position {
    const height = area.top - area.bottom - SLACK_POINTS;
    const spare = isEstimate ? height * ESTIMATE_SHARE : 0;
    let plan = this.#plan(start, height, spare);
    this.#fragments.insert(plan);
    for (let round = 1; round < MAX_ROUNDS; round += 1) {
      // New rows can make columns wider, and with rules such as `:nth-child(3n)` they change the heights of all rows behind them. Plans could
      // alternate. With the highest heights, a plan fits in any case.
      if (round === PRESENT_ROUNDS) this.#heights.keepHighest(true);
      const next = this.#plan(start, height, spare);
      if (JSON.stringify(next) === JSON.stringify(plan)) break;
      plan = next;
      this.#fragments.insert(plan);
    }
    this.#heights.keepHighest(false);
    for (const fragment of this.#fragments.list)
      for (const row of [...this.#fragments.endsOf(fragment), fragment.carried])
        if (row) this.#targets.linkToBox(row);
    return this.#toEnd(start, plan, height);
  }

  #plan(start: Position, height: number, spare: number): RowPlan {
    const { carried, brought } = this.#fragments.measureAdded(this.#heights);
    const foot = this.#heights.toPoints(measureRepeated(this.element, 'table-footer-group'));
    const bottom = height - foot;
    const room = (distance: number, depth: number) => this.#bottoms.of(start.page + distance, bottom) - depth;
    const continued =
      this.#continuedDepth ?? this.#heights.toPoints(measureRepeated(this.element, 'table-header-group'));
    const units = toUnits(
      this.#table.rows,
      (row) => this.#heights.of(row),
      bottom - continued - carried - brought,
    );
    const { startsLater, pages } = planBreaks(units, {
      first: room(0, start.depth) - spare,
      later: (distance) => room(distance, continued),
      carried,
      brought,
    });
    const fragments = pages.map(({ end, isSplit }) => ({ end: units[end - 1]?.end ?? 0, isSplit }));
    return { startsLater, fragments };
  }

  #toEnd(start: Position, { startsLater, fragments }: RowPlan, height: number): Position {
    const last = this.#fragments.list.at(-1);
    const depth = fragments.length > 1 || startsLater ? (this.#continuedDepth ?? 0) : start.depth;
    const rows = last === undefined ? [] : this.#fragments.rowsOf(last);
    const rowsHeight = rows.reduce((sum, row) => sum + this.#heights.of(row), 0);
    const splits = fragments.filter(({ isSplit }) => isSplit).length;
    return {
      page: start.page + (startsLater ? 1 : 0) + fragments.length - 1 + splits,
      depth: Math.min(depth + rowsHeight, height),
    };
  }

  #find(row: HTMLTableRowElement | null | undefined, places: Places): { page: number; y: number } | null {
    const fragment = row ? this.#targets.findKey(row) : undefined;
    const place = fragment === undefined ? undefined : places.get(fragment);
    return place === undefined ? null : { page: place[1], y: place[2] };
  }
}
