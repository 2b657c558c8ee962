import { page, plain } from '../../../in-page/scripts/pristine.ts';
import type { PageWarning } from '../../../in-page/paged-messages.ts';
import type { PagedFeature } from '../../../in-page/scripts/paged/paged-feature.ts';
import type { PageMove, Targets } from '../../../in-page/scripts/paged/targets.ts';
import { PagedProblem } from '../../../in-page/scripts/paged/paged-problem.ts';
import { BROUGHT, CARRIED, CARRY_TEMPLATES } from '../attributes.ts';
import { readTable } from './carried-table.ts';
import { CARRY_STYLE } from './carry-style.ts';
import { listReplaced } from './decimals.ts';
import { PagedTable } from './paged-table.ts';
import type { PageArea, Places, Position } from './places.ts';

/** Source: contract 6.9. */
const MAX_ROWS = 20_000;

/** At most this number of rows get a link. Their places show how high the rows between them are. */
const MAX_LINKED_ROWS = 300;

const CODE = 'CARRY_LEFT_OUT';

const SPLIT_ROW: PageWarning = {
  code: CODE,
  message: 'A row is higher than a page. Where it breaks, no sum is carried.',
};

const toWarning = (reason: string): PageWarning => ({
  code: CODE,
  message: `A template with ${CARRIED} or ${BROUGHT} has no effect, because ${reason}.`,
});

const toReplaced = ([locale, standIn]: readonly [string, string]): PageWarning => ({
  code: 'LOCALE_FALLBACK',
  message: `There are no formats for "${locale}" here: the sums that tables carry are written as in "${standIn}".`,
});

/** The tables that carry their sums from page to page. */
export class CarriedSums implements PagedFeature {
  readonly #tables: readonly PagedTable[];
  readonly #edges: readonly string[] = [];
  readonly warnings: readonly PageWarning[];

  /** @throws {PagedProblem} */
  constructor(targets: Targets) {
    const templates = [...page.querySelectorAll(CARRY_TEMPLATES)];
    const elements = new Set(templates.map((template) => template.closest('table')));
    const reasons = new Map(
      Array.from(elements, (element) => [element, findReason(element, elements)] as const),
    );
    this.warnings = [...new Set(reasons.values())].filter((reason) => reason !== null).map(toWarning);
    const rowCount = [...reasons.keys()].reduce((sum, element) => sum + (element?.rows.length ?? 0), 0);
    if (rowCount > MAX_ROWS)
      throw new PagedProblem(`tables that carry sums have more than ${MAX_ROWS.toLocaleString('en')} rows`);
    const tables = [...reasons].flatMap(([element, reason]) =>
      element === null || reason !== null ? [] : [readTable(element)],
    );
    this.#tables = tables
      .filter(({ rows }) => rows.length > 0)
      .map((table) => new PagedTable(table, targets));
    if (this.#tables.length === 0) return;
    const rows = tables.flatMap((table) => table.rows);
    const every = Math.ceil(rows.length / MAX_LINKED_ROWS);
    for (const [index, { element }] of rows.entries()) if (index % every === 0) targets.linkToBox(element);
    this.#edges = (['top', 'bottom'] as const).map((side) => targets.linkToEdge(side));
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(CARRY_STYLE);
    page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet];
  }

  get count(): number {
    return this.#tables.length;
  }

  get printWarnings(): readonly PageWarning[] {
    const splits = this.#tables.some(({ hasSplitRows }) => hasSplitRows) ? [SPLIT_ROW] : [];
    return [...splits, ...listReplaced().map(toReplaced)];
  }

  /** Returns what a script has changed in the tables. Their sums would be those of other rows. */
  findChanged(): string[] {
    return this.#tables
      .filter(({ isIntact }) => !isIntact)
      .map(() => 'a script changed the rows of a table that carries its sums');
  }

  /** Changes the tables whose rows are on other pages than expected. Returns what was wrong, and what moves because of it. */
  turn(places: Places): { readonly wrong: readonly string[]; readonly moves: readonly PageMove[] } {
    const area = this.#findArea(places);
    const wrong: string[] = [];
    const moves: PageMove[] = [];
    if (area === null) return { wrong, moves };
    let before: Moved | null = null;
    for (const table of this.#tables) {
      const printed = table.read(places, area);
      const found = table.findWrong(places);
      if (printed === null) continue;
      const start: Position =
        before === null ? printed.start : moveStart(table, printed.start, { before, area });
      const isMoved = start.depth !== printed.start.depth;
      if (found.length === 0 && !isMoved) continue;
      const end = table.breakAt(start, area, isMoved);
      const pages = found.length > 0 ? found : [printed.start.page];
      wrong.push(
        ...pages.map(
          (number) => `a table that carries its sums ends elsewhere on page ${number} than expected`,
        ),
      );
      const by = end.page - printed.end.page;
      const first = printed.end.page + (printed.start.page < printed.end.page ? 0 : 1);
      const earlier = before === null ? 0 : before.to.page - before.from.page;
      if (by !== earlier) moves.push([first, by - earlier]);
      before = { table, from: printed.end, to: end };
    }
    return { wrong, moves };
  }

  #findArea(places: Places): PageArea | null {
    const [top, bottom] = this.#edges.map((fragment) => places.get(fragment)?.[2]);
    return top === undefined || bottom === undefined ? null : { top, bottom };
  }
}

/** A table that will end elsewhere than in the last print. */
interface Moved {
  readonly table: PagedTable;
  readonly from: Position;
  readonly to: Position;
}

/** If no page break is forced between two tables, the space between them grows by at most this part of a page for each page. */
const FLOWING_SHARE = 1 / 10;

/** Returns where a table will begin after a table before it has moved. A page break between them keeps its place on the page. */
function moveStart(
  table: PagedTable,
  start: Position,
  { before, area }: { readonly before: Moved; readonly area: PageArea },
): Position {
  const height = area.top - area.bottom;
  const { from, to } = before;
  const toDepth = ({ page: number, depth }: Position) => number * height + depth;
  const distance = toDepth(start) - toDepth(from);
  const expected = table.toPoints(
    table.element.getBoundingClientRect().top - before.table.element.getBoundingClientRect().bottom,
  );
  if (distance - expected > FLOWING_SHARE * height * (start.page - from.page + 1))
    return { page: start.page + to.page - from.page, depth: start.depth };
  const depth = toDepth(to) + distance;
  return { page: Math.floor(depth / height), depth: depth % height };
}

/**
 * Returns why a table cannot carry sums, or null if it can.
 * @param table the table of a template, null if the template is in no table
 * @param all the tables of all templates
 */
function findReason(table: HTMLTableElement | null, all: ReadonlySet<Element | null>): string | null {
  if (table === null) return 'it is not in a table';
  if (table.checkVisibility() && getComputedStyle(table).display !== 'table')
    return 'its table is not laid out as a table';
  if (
    Array.from(table.rows).some(
      (row) => row.checkVisibility() && getComputedStyle(row).display !== 'table-row',
    )
  )
    return 'its rows are not laid out as rows of a table';
  if (!Array.from(table.rows).every(canBeNamed))
    return 'all elements of one of its rows have ids that others have too';
  if (isTransformed(table)) return TRANSFORMED;
  for (let box = table.parentElement; box !== null; box = plain(box).parentElement) {
    if (all.has(box)) return 'its table is in another one that carries sums';
    const { columnCount, columnWidth, display, position } = getComputedStyle(box);
    if (columnCount !== 'auto' || columnWidth !== 'auto') return 'its table is in columns';
    if (display.startsWith('inline-')) return `its table is in a box with display: ${display}`;
    if (isTransformed(box)) return TRANSFORMED;
    if (position === 'fixed') return 'its table is in a box with a fixed position';
  }
  return null;
}

/** Chromium breaks the pages of such a box before it moves the box, so its rows are on other pages than their boxes, or are cut. */
const TRANSFORMED = 'its table is in a box that `transform`, `scale`, `rotate` or `translate` moves';

function isTransformed(box: Element): boolean {
  const { transform, scale, rotate, translate } = getComputedStyle(box);
  return !(
    (transform === 'none' || new DOMMatrixReadOnly(transform).isIdentity) &&
    /^(?:none|1)$/.test(scale) &&
    /^(?:none|0deg)$/.test(rotate) &&
    /^(?:none|0px)$/.test(translate)
  );
}

/** Returns whether the PDF can have a name for the place of a row: that of an element in it whose id no element before has. */
const canBeNamed = (row: HTMLTableRowElement): boolean =>
  [row, ...row.querySelectorAll('*')].some(
    (element) => plain(element).id === '' || page.getElementById(plain(element).id) === element,
  );
