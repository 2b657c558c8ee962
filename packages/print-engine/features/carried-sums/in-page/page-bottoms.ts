/** A row as it was printed. */
export interface PrintedRow {
  /** In points. */
  readonly height: number;
  /** Its page, and how far below the top it begins. It is null if it has no link. */
  readonly place: { readonly page: number; readonly depth: number } | null;
  readonly staysWithNext: boolean;
  /** A page break was forced before it. */
  readonly startsPage: boolean;
}

/** By page, the lowest place that rows may reach. It knows only the pages that have less room than others. */
export class PageBottoms {
  readonly #bottoms = new Map<number, number>();

  /** Finds the pages that had less room than expected. By their height, the first rows of the next page would have fit on them. */
  read(rows: readonly PrintedRow[], expected: number): void {
    const linked = rows.flatMap(({ place }, index) => (place === null ? [] : [{ ...place, index }]));
    const sum = (start: number, end: number) =>
      rows.slice(start, end).reduce((total, { height }) => total + height, 0);
    let start = linked[0];
    for (const [at, last] of linked.entries()) {
      if (last.page !== start?.page) start = last;
      const next = linked[at + 1];
      if (next === undefined || next.page === last.page) continue;
      let unitEnd = next.index;
      while (rows[unitEnd]?.staysWithNext === true) unitEnd += 1;
      if (rows.slice(last.index + 1, unitEnd + 1).some(({ startsPage }) => startsPage)) continue;
      const end = start.depth + sum(start.index, last.index + 1);
      if (end + sum(last.index + 1, unitEnd + 1) < expected) this.#bottoms.set(last.page, end);
    }
  }

  /** Returns the bottom of a page. Left and right pages may differ, so a page that is not known is like the last known one of its side. */
  of(page: number, expected: number): number {
    for (let number = page; number > 0; number -= 2) {
      const bottom = this.#bottoms.get(number);
      if (bottom !== undefined) return Math.min(bottom, expected);
    }
    return expected;
  }
}
