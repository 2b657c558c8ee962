/** The columns of the cells of some rows. */
export interface Grid {
  /** The first column of each cell. */
  readonly columns: ReadonlyMap<Element, number>;
  /** The rows that have a cell in common with the next one. */
  readonly joined: ReadonlySet<HTMLTableRowElement>;
}

/** Cells behind this column are not placed. Chromium allows a cell of 1,000 columns. */
const MAX_PLACED_COLUMNS = 1_000;

/** Source: HTML, 4.9.12.1. A cell ends with its section. */
export function placeCells(rows: readonly HTMLTableRowElement[]): Grid {
  const columns = new Map<Element, number>();
  const joined = new Set<HTMLTableRowElement>();
  /** By column, how many more rows its cell covers. */
  let covered = new Map<number, number>();
  for (const [index, row] of rows.entries()) {
    const next = new Map<number, number>();
    for (const [column, count] of covered) if (count > 1) next.set(column, count - 1);
    let column = 0;
    for (const cell of row.cells) {
      while (covered.has(column)) column += 1;
      if (column >= MAX_PLACED_COLUMNS) break;
      columns.set(cell, column);
      const height = cell.rowSpan === 0 ? Infinity : cell.rowSpan;
      for (let end = Math.min(column + cell.colSpan, MAX_PLACED_COLUMNS); column < end; column += 1)
        if (height > 1) next.set(column, height - 1);
    }
    const isLast = rows[index + 1]?.parentElement !== row.parentElement;
    if (next.size > 0 && !isLast) joined.add(row);
    covered = isLast ? new Map() : next;
  }
  return { columns, joined };
}
