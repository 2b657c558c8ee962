import { page, plain } from '../../../in-page/scripts/pristine.ts';
import { type CarriedRow, findColumn } from './carried-table.ts';
import { add, type Decimal, DEFAULT_LANGUAGE, toFormatter, ZERO } from './decimals.ts';
import { placeCells } from './table-grid.ts';

/** The sums of the first rows of a table, by column. */
export class Sums {
  readonly #byColumn = new Map<number | null, Decimal>();

  /** All sums of a column have as many digits as its longest amount. */
  constructor(rows: readonly CarriedRow[]) {
    for (const { amounts } of rows)
      for (const [column, { digits }] of amounts)
        this.#byColumn.set(column, add(this.#byColumn.get(column) ?? ZERO, { units: 0n, digits }));
  }

  add({ amounts }: CarriedRow): void {
    for (const [column, amount] of amounts)
      this.#byColumn.set(column, add(this.#byColumn.get(column) ?? ZERO, amount));
  }

  /** Adds a copy of a row, with the sums. Returns null if the table has no such row. */
  addRow(
    template: HTMLTableRowElement | null,
    place: (row: HTMLTableRowElement) => void,
  ): HTMLTableRowElement | null {
    if (template === null) return null;
    const row = page.importNode(template, true);
    // In its place, the row has the language of the table.
    place(row);
    this.#write(row);
    return row;
  }

  #write(row: HTMLTableRowElement): void {
    const { columns } = placeCells([row]);
    const known = new Set(this.#byColumn.keys());
    for (const place of row.querySelectorAll('[data-carry-sum]')) {
      const column = findColumn(place, columns, known);
      const sum = (column === undefined ? undefined : this.#byColumn.get(column)) ?? ZERO;
      const language = plain(place).closest('[lang]')?.getAttribute('lang') ?? '';
      const format = plain(place).getAttribute('data-carry-sum') ?? '';
      const write = toFormatter(format, language) ?? toFormatter(format, DEFAULT_LANGUAGE);
      plain(place).textContent = write?.(sum) ?? '';
    }
  }
}
