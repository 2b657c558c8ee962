import { plain } from '../../../in-page/scripts/pristine.ts';
import { PagedProblem } from '../../../in-page/scripts/paged/paged-problem.ts';
import { BROUGHT, CARRIED } from '../attributes.ts';
import { add, type Decimal, DEFAULT_LANGUAGE, parseDecimal, toFormatter, ZERO } from './decimals.ts';
import { placeCells } from './table-grid.ts';

/** A row of the table itself, not of its repeated head or foot. */
export interface CarriedRow {
  readonly element: HTMLTableRowElement;
  /** The amounts by column. The column of an amount on the row itself is null. */
  readonly amounts: ReadonlyMap<number | null, Decimal>;
  readonly startsPage: boolean;
  /** The rule that keeps the next row on the same page. `wanted` rows may be on different pages if they are together higher than a page. */
  readonly joinsNext: 'always' | 'wanted' | null;
}

export interface ReadTable {
  readonly element: HTMLTableElement;
  readonly rows: readonly CarriedRow[];
  /** The row that shows the sum at the end of a page. It is null if the table has no such row. */
  readonly carried: HTMLTableRowElement | null;
  /** The row that shows the sum at the start of a page. It is null if the table has no such row. */
  readonly brought: HTMLTableRowElement | null;
}

/** Chromium prints a table's head or foot on each page if it is no higher than this part of a page. */
const REPEATED_SHARE = 1 / 4;

/** Each page has a copy of both rows. Source: contract 6.9. */
const MAX_TEMPLATE_CHARACTERS = 20_000;

/** @throws {PagedProblem} */
export function readTable(element: HTMLTableElement): ReadTable {
  const elements = Array.from(element.rows).filter((row) => isLaidOut(row) && !isRepeated(row));
  const grid = placeCells(elements);
  const rows = elements.map((row, index) =>
    readRow(row, { next: elements[index + 1], grid, amounts: readAmounts(element, row, grid.columns) }),
  );
  const table = {
    element,
    rows,
    carried: findTemplate(element, CARRIED),
    brought: findTemplate(element, BROUGHT),
  };
  for (const row of [table.carried, table.brought]) if (row !== null) checkTemplate(row, table);
  return table;
}

const isLaidOut = (row: HTMLTableRowElement): boolean =>
  row.checkVisibility() && getComputedStyle(row).visibility !== 'collapse';

/** Returns whether the row is in the head of the table, or in a foot that is printed on each page. */
function isRepeated({ parentElement: section }: HTMLTableRowElement): boolean {
  if (section === null) return false;
  const { display } = getComputedStyle(section);
  return (
    display === 'table-header-group' ||
    (display === 'table-footer-group' &&
      section.getBoundingClientRect().height <= innerHeight * REPEATED_SHARE)
  );
}

/** Returns the height of the head or foot of a table in pixels. It is 0 if it is not printed on each page. */
export function measureRepeated(
  { tHead, tFoot }: HTMLTableElement,
  display: 'table-header-group' | 'table-footer-group',
): number {
  const section = [tHead, tFoot].find((one) => one !== null && getComputedStyle(one).display === display);
  const height = section?.getBoundingClientRect().height ?? 0;
  return height > innerHeight * REPEATED_SHARE ? 0 : height;
}

function readRow(
  element: HTMLTableRowElement,
  {
    next,
    grid,
    amounts,
  }: {
    readonly next: HTMLTableRowElement | undefined;
    readonly grid: ReturnType<typeof placeCells>;
    readonly amounts: CarriedRow['amounts'];
  },
): CarriedRow {
  const section = plain(element).parentElement;
  const isFirst = section?.firstElementChild === element;
  const { breakBefore, breakAfter } = getComputedStyle(element);
  const sectionStyle = section === null ? null : getComputedStyle(section);
  const previous = plain(element).previousElementSibling;
  const forced = [
    breakBefore,
    isFirst && sectionStyle?.breakBefore,
    previous && getComputedStyle(previous).breakAfter,
  ];
  const isKept =
    isAvoid(breakAfter) ||
    (next !== undefined && isAvoid(getComputedStyle(next).breakBefore)) ||
    (next?.parentElement === section && isAvoid(sectionStyle?.breakInside ?? ''));
  return {
    element,
    amounts,
    startsPage: forced.some((value) => typeof value === 'string' && FORCED.test(value)),
    joinsNext: grid.joined.has(element) ? 'always' : isKept ? 'wanted' : null,
  };
}

const FORCED = /^(?:page|left|right|recto|verso)$/;

const isAvoid = (value: string): boolean => value === 'avoid' || value === 'avoid-page';

function readAmounts(
  table: HTMLTableElement,
  row: HTMLTableRowElement,
  columns: ReadonlyMap<Element, number>,
): CarriedRow['amounts'] {
  const amounts = new Map<number | null, Decimal>();
  const marked = [row, ...row.querySelectorAll('[data-carry]')];
  for (const element of marked) {
    const text = plain(element).getAttribute('data-carry')?.trim() ?? '';
    if (text === '' || plain(element).closest('table') !== table || !isPrinted(element)) continue;
    const amount = parseDecimal(text);
    if (amount === null)
      throw new PagedProblem(
        `data-carry="${text.slice(0, 40)}" is not a number. Write it like this: data-carry="1234.50"`,
      );
    const column =
      element === row ? null : (columns.get(plain(element).closest('td, th') ?? element) ?? null);
    amounts.set(column, add(amounts.get(column) ?? ZERO, amount));
  }
  return amounts;
}

/** Returns whether an amount can be seen. A column with `visibility: collapse` has no width. */
const isPrinted = (element: Element): boolean =>
  plain(element).checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
  plain(element).closest('td, th')?.getBoundingClientRect().width !== 0;

function findTemplate(table: HTMLTableElement, attribute: string): HTMLTableRowElement | null {
  for (const template of table.querySelectorAll<HTMLTemplateElement>(`template[${attribute}]`))
    if (template.closest('table') === table) return template.content.querySelector('tr');
  return null;
}

/** Throws if a sum has a format that is not known, or is in a column without amounts. */
function checkTemplate(row: HTMLTableRowElement, table: ReadTable): void {
  if (row.outerHTML.length > MAX_TEMPLATE_CHARACTERS)
    throw new PagedProblem(
      `a row for carried sums has more than ${MAX_TEMPLATE_CHARACTERS.toLocaleString('en')} characters`,
    );
  const known = new Set(table.rows.flatMap(({ amounts }) => [...amounts.keys()]));
  const { columns } = placeCells([row]);
  for (const place of row.querySelectorAll('[data-carry-sum]')) {
    const format = plain(place).getAttribute('data-carry-sum') ?? '';
    if (toFormatter(format, DEFAULT_LANGUAGE) === null)
      throw new PagedProblem(
        `data-carry-sum="${format.slice(0, 40)}" is not a format. Write "currency EUR" or "number 2". A locale such as "de-DE" can follow`,
      );
    if (known.size > 0 && findColumn(place, columns, known) === undefined)
      throw new PagedProblem('a cell with data-carry-sum is in a column without data-carry');
  }
}

/** Returns the first column under the cell that has amounts, or else null for the amounts of whole rows, or undefined if there are no amounts. */
export function findColumn(
  place: Element,
  columns: ReadonlyMap<Element, number>,
  known: ReadonlySet<number | null>,
): number | null | undefined {
  const cell = plain(place).closest<HTMLTableCellElement>('td, th');
  const start = cell === null ? undefined : columns.get(cell);
  if (cell !== null && start !== undefined)
    for (let column = start; column < start + cell.colSpan; column += 1) if (known.has(column)) return column;
  return known.has(null) ? null : undefined;
}
