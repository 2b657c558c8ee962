import { type TagElement, type TagTree } from './tag-tree.ts';

/** The changes that give all rows of a table the same number of columns. */
export interface TableRepair {
  /** The cells of each changed row, by the id of the row. */
  readonly rows: ReadonlyMap<number, readonly PlacedCell[]>;
  /** The new attributes of each changed cell, by the id of the cell. */
  readonly attributes: ReadonlyMap<number, string>;
}

/** A cell in its place. If the id is null, Chromium has left the cell out, because it has no content. */
export interface PlacedCell {
  readonly id: number | null;
}

interface Cell {
  readonly id: number;
  readonly isHeader: boolean;
  readonly name: string | null;
  readonly attributes: string;
  readonly columns: number;
  readonly rows: number;
  readonly headers: readonly string[];
}

const GROUPS = new Set(['THead', 'TBody', 'TFoot']);
const NAMES = /\((?:[^()\\]|\\[\s\S])*\)?|<[\dA-Fa-f]*>/g;
const HEADERS = /\/Headers \[([^[\]]*)\]/;
const ROW_SPAN = /\/RowSpan (\d{1,6})/;
const COLUMN_SPAN = /\/ColSpan (\d{1,6})/;

/** The limit for columns of a cell (HTML, 4.9.11). */
const MAX_SPAN = 1_000;

/** The limit for rows times columns. A cell of HTML may have 1,000 columns. */
const MAX_PLACES = 2_000_000;

/** Headers are moved to the right at most so often. A header can be left of its column, because cells before it are missing too. */
const MAX_ROUNDS = 4;

/**
 * Finds the cells that are missing. Chromium leaves out cells without content, so the cells after them would be in the wrong columns. The
 * headers of the cells say where they belong. Returns null if nothing has to change, and a text if the table cannot be mended.
 */
export async function repairTable(tree: TagTree, table: TagElement): Promise<TableRepair | string | null> {
  const rows: { readonly id: number; readonly cells: Cell[] }[] = [];
  for (const kid of await tree.meaningfulKids(table))
    for (const row of GROUPS.has(kid.type) ? await tree.meaningfulKids(kid) : [kid])
      if (row.type === 'TR')
        rows.push({ id: row.id, cells: (await tree.meaningfulKids(row)).flatMap((cell) => readCell(cell)) });
  const grid = new Grid(rows.map(({ cells }) => cells));
  const placed = grid.place();
  if (placed === null) return 'has too many rows and columns';
  if (grid.hasOverlap) return 'has cells that overlap';
  const changed = new Map<number, readonly PlacedCell[]>();
  for (const [index, cells] of placed.entries())
    if (cells.some(({ id }) => id === null)) changed.set(rows[index]?.id ?? 0, cells);
  const attributes = grid.changedAttributes();
  return changed.size === 0 && attributes.size === 0 ? null : { rows: changed, attributes };
}

function readCell({ id, entries, type }: TagElement): Cell[] {
  if (type !== 'TH' && type !== 'TD') return [];
  const attributes = entries.get('A') ?? '';
  return [
    {
      id,
      isHeader: type === 'TH',
      name: entries.get('ID') ?? null,
      attributes,
      columns: Math.min(MAX_SPAN, Math.max(1, Number(COLUMN_SPAN.exec(attributes)?.[1] ?? 1))),
      rows: Math.max(1, Number(ROW_SPAN.exec(attributes)?.[1] ?? 1)),
      headers: HEADERS.exec(attributes)?.[1]?.match(NAMES) ?? [],
    },
  ];
}

class Grid {
  hasOverlap = false;
  readonly #rows: readonly (readonly Cell[])[];
  /** The column of each header of a column, by its name. */
  readonly #columns = new Map<string, number>();
  readonly #names: ReadonlySet<string>;

  constructor(rows: readonly (readonly Cell[])[]) {
    this.#rows = rows;
    const headers = rows.flat().filter(({ isHeader }) => isHeader);
    this.#names = new Set(headers.flatMap(({ name }) => name ?? []));
    for (const { name, attributes, columns } of headers)
      if (name !== null && columns === 1 && attributes.includes('/Scope /Column')) this.#columns.set(name, 0);
  }

  /** Returns the cells of each row, or null if the table has too many rows and columns. */
  place(): PlacedCell[][] | null {
    for (let round = 0; round < MAX_ROUNDS; round += 1) if (!this.#moveHeaders()) break;
    let width = 0;
    const rows: { readonly cells: PlacedCell[]; readonly taken: readonly number[]; readonly end: number }[] =
      [];
    this.#forEachRow((cells, taken, end) => {
      rows.push({ cells, taken, end });
      width = Math.max(width, end);
    });
    if (width * rows.length > MAX_PLACES) return null;
    return rows.map(({ cells, taken, end }) => {
      // Cells of rows above may reach into the end of this row.
      const missing = Array.from({ length: width - end }, (_, index) => taken[end + index] ?? 0);
      return [...cells, ...missing.filter((rowsLeft) => rowsLeft === 0).map(() => ({ id: null }))];
    });
  }

  /** Returns new attributes by cell. Cells that reach below the last row end there, and cells do not name headers that are left out. */
  changedAttributes(): Map<number, string> {
    const changed = new Map<number, string>();
    for (const [index, cells] of this.#rows.entries())
      for (const { id, attributes, headers, rows } of cells) {
        const left = this.#rows.length - index;
        const known = headers.filter((name) => this.#names.has(name));
        const shorter = rows > left ? attributes.replace(ROW_SPAN, `/RowSpan ${left}`) : attributes;
        const named =
          known.length < headers.length
            ? shorter.replace(HEADERS, () => `/Headers [${known.join(' ')}]`)
            : shorter;
        if (named !== attributes) changed.set(id, named);
      }
    return changed;
  }

  /** Moves headers to the right, to the columns of their cells. Returns whether one has moved. */
  #moveHeaders(): boolean {
    let hasMoved = false;
    this.#forEachRow((_cells, _taken, _end, columns) => {
      for (const [cell, column] of columns) {
        const names = cell.isHeader && cell.name !== null ? [cell.name] : cell.headers;
        for (const name of names.filter((one) => this.#columns.has(one))) {
          if (column <= (this.#columns.get(name) ?? 0)) continue;
          this.#columns.set(name, column);
          hasMoved = true;
        }
      }
    });
    return hasMoved;
  }

  #forEachRow(
    visit: (
      cells: PlacedCell[],
      taken: readonly number[],
      end: number,
      columns: ReadonlyMap<Cell, number>,
    ) => void,
  ): void {
    /** For each column, the number of rows from here on into which a cell of a row above reaches. */
    let reaching: number[] = [];
    for (const row of this.#rows) {
      const taken = [...reaching];
      const cells: PlacedCell[] = [];
      const columns = new Map<Cell, number>();
      let column = 0;
      for (const cell of row) {
        const wanted = this.#columnOf(cell);
        while ((reaching[column] ?? 0) > 0 || column < wanted) {
          if ((reaching[column] ?? 0) === 0) cells.push({ id: null });
          column += 1;
        }
        cells.push({ id: cell.id });
        columns.set(cell, column);
        for (let across = 0; across < cell.columns; across += 1) {
          this.hasOverlap ||= (reaching[column + across] ?? 0) > 0;
          taken[column + across] = cell.rows;
        }
        column += cell.columns;
      }
      visit(cells, taken, column, columns);
      reaching = taken.map((rows) => Math.max(0, rows - 1));
    }
  }

  /** Returns the column of the cell's header, or 0. */
  #columnOf({ isHeader, name, headers }: Cell): number {
    const names = isHeader && name !== null ? [name] : headers;
    return Math.max(0, ...names.map((one) => this.#columns.get(one) ?? 0));
  }
}
