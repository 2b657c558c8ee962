import type { CarriedRow } from './carried-table.ts';
import type { Unit } from './plan-breaks.ts';

/** Rows that stay on one page. */
export interface RowUnit extends Unit {
  /** The index of the first row behind it. */
  readonly end: number;
}

/**
 * Joins rows that stay together.
 * @param room the height of a page. Rows that are together higher than this stay together only if they have a cell in common
 */
export function toUnits(
  rows: readonly CarriedRow[],
  heightOf: (row: HTMLTableRowElement) => number,
  room: number,
): RowUnit[] {
  const join = (start: number, end: number, isWanted: boolean): RowUnit[] => {
    const units: RowUnit[] = [];
    let [first, height] = [start, 0];
    for (const [offset, { element, joinsNext }] of rows.slice(start, end).entries()) {
      const index = start + offset;
      height += heightOf(element);
      const isJoined = joinsNext === 'always' || (isWanted && joinsNext === 'wanted');
      if (isJoined && index + 1 < end) continue;
      const unit = { height, startsPage: rows[first]?.startsPage ?? false, end: index + 1 };
      units.push(...(isWanted && height > room ? join(first, index + 1, false) : [unit]));
      [first, height] = [index + 1, 0];
    }
    return units;
  };
  return join(0, rows.length, true);
}
