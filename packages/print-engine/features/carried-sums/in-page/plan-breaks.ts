/** Rows that stay on one page. */
export interface Unit {
  readonly height: number;
  /** The document wants a page break before it. */
  readonly startsPage: boolean;
}

export interface Space {
  /** The room on the page on which the table begins. */
  readonly first: number;
  /** Returns the room on a page that is this number of pages later. */
  readonly later: (distance: number) => number;
  /** The heights of the rows that are added at the end and at the start of a page. */
  readonly carried: number;
  readonly brought: number;
}

export interface PlannedPage {
  /** The index of the first unit that is not on the page. */
  readonly end: number;
  /** Its only unit is higher than the page, so it goes on on the next ones. */
  readonly isSplit: boolean;
}

export interface Plan {
  /** The table does not fit on the page on which it would begin. */
  readonly startsLater: boolean;
  readonly pages: readonly PlannedPage[];
}

/** Plans the pages of a table that has a row for carried sums before and after each page break. */
export function planBreaks(units: readonly Unit[], space: Space): Plan {
  const pages: PlannedPage[] = [];
  let startsLater = false;
  let start = 0;
  while (start < units.length) {
    const isFirst = start === 0 && !startsLater;
    const room = isFirst
      ? space.first
      : space.later(pages.length + (startsLater ? 1 : 0)) - (start > 0 ? space.brought : 0);
    const end = findEnd(units, start, { room, carried: space.carried });
    if (end === start && isFirst) {
      startsLater = true;
      continue;
    }
    const isSplit = end === start;
    start = isSplit ? start + 1 : end;
    pages.push({ end: start, isSplit });
  }
  return { startsLater, pages };
}

/** Returns the index of the first unit that is not on the page. */
function findEnd(
  units: readonly Unit[],
  start: number,
  { room, carried }: { readonly room: number; readonly carried: number },
): number {
  let height = 0;
  // The page ends here if the table continues.
  let end = start;
  for (let index = start; index < units.length; index += 1) {
    const unit = units[index];
    if (unit === undefined || (index > start && unit.startsPage)) return end;
    height += unit.height;
    if (height > room) return end;
    if (height + carried <= room) end = index + 1;
  }
  return units.length;
}
