import { plain } from '../../pristine.ts';
import { type Change, firstPage } from './changes.ts';
import { FramePlan } from './frame-plan.ts';
import { findFirstKept } from './kept-boxes.ts';
import { LINE_SPACE_PX, type NoteLayout, type PlacedBox, type PlacedNote } from './layout.ts';

/** No change moves some calls, such as those in a box with an absolute position. After the next print, `settle` continues from here. */
const MAX_LAYOUTS = 300;

/** A line that begins above this is the first one of its page. On the next page, it would not have more room. */
const FIRST_LINE_PX = 30;

const BARRIER_STEP_PX = 8;

/** Finds the pages of notes. Each note must be on the page of its call, but its space may push the call to the next page. */
export class NotePlan {
  readonly #layout: NoteLayout;
  readonly #frames: FramePlan;

  constructor(layout: NoteLayout) {
    this.#layout = layout;
    this.#frames = new FramePlan(layout);
  }

  /** @returns whether each note is on the page of its call */
  settle(): boolean {
    this.#layout.open();
    try {
      if (this.#hasTooHighNote()) return false;
      for (let count = 0; count < MAX_LAYOUTS; count += 1) {
        this.#layout.update();
        if (this.#improve()) return true;
      }
      return false;
    } finally {
      this.#layout.close();
    }
  }

  /** Whether a note leaves no line of text on its page, so it fits on no page. */
  #hasTooHighNote(): boolean {
    const { notes } = this.#layout;
    return notes.some((note) => this.#layout.heightOf([note]) > this.#layout.heightOfPage(2) - FIRST_LINE_PX);
  }

  /** Changes the first page that is wrong, and guesses changes of later pages. @returns whether no page was wrong */
  #improve(): boolean {
    const frames = this.#frames.findChanges();
    const moves = this.#findMoves();
    const stranded = this.#findStranded();
    const first = firstPage([...frames, ...moves, ...stranded]);
    if (first === Infinity) return true;
    const isFrame = firstPage(frames) === first;
    const isMove = !isFrame && firstPage(moves) === first;
    this.#frames.forget(first);
    this.#forget(isFrame ? first - 1 : first);
    // Headings are moved last, because notes that leave a page give it room.
    const others = isFrame ? frames : isMove ? [] : stranded;
    for (const { page, make } of others) if (page === first) make(true);
    for (const { page, make } of moves) make(isMove && page === first);
    return false;
  }

  /** Forgets what was found out about the pages after `page`. */
  #forget(page: number): void {
    const { barriers, breaks, notes } = this.#layout;
    for (const number of barriers.keys()) if (number > page) barriers.delete(number);
    for (const [element, number] of breaks) if (number > page) breaks.delete(element);
    for (const note of notes) {
      if (note.leastPage > page + 1) note.leastPage = 0;
      if (note.seen !== null && note.seen.page > page) note.seen = null;
    }
  }

  /** The space for notes may have pushed the text after a heading to the next page. The heading goes with it. */
  #findStranded(): Change[] {
    const { kept, breaks } = this.#layout;
    return kept.flatMap((box) => {
      const last = this.#layout.partsOf(box).at(-1);
      if (last === undefined || this.#layout.spaceOf(last.page) === 0) return [];
      const next = this.#layout.textAfter(box)?.page ?? 0;
      const first = findFirstKept(box);
      const [start] = this.#layout.partsOf(first);
      const isMovable = start?.page === last.page && start.top >= FIRST_LINE_PX && !breaks.has(first);
      if (next <= last.page || !isMovable) return [];
      return [{ page: last.page, make: () => breaks.set(first, last.page) }];
    });
  }

  #findMoves(): Change[] {
    const { notes } = this.#layout;
    const pages = Map.groupBy(
      notes.filter(({ at }) => at.page > 0),
      ({ at }) => at.page,
    );
    const changes = [...pages].flatMap(([page, called]) => this.#checkPage(page, called));
    for (const note of notes)
      if (note.page > 0 && note.page < note.at.page && !wasPushed(note))
        changes.push({
          page: note.page,
          make: () => (note.page = Math.max(note.at.page, note.leastPage)),
        });
    return changes;
  }

  #checkPage(page: number, called: readonly PlacedNote[]): Change[] {
    const changes: Change[] = called.filter(wasPushed).map((note) => ({
      page: note.page,
      make: (isFirst) => {
        if (isFirst) this.#bar(note, note.page, note.seen?.top ?? 0);
        note.page = page;
      },
    }));
    const allowed = called.filter(({ leastPage }) => leastPage <= page);
    const count = this.#countFitting(allowed);
    const [staying, leaving] = [allowed.slice(0, count), allowed.slice(count)];
    if (staying.some((note) => note.page !== page))
      changes.push({ page, make: (isFirst) => stay(staying, page, isFirst) });
    const returned = called.filter(({ leastPage }) => leastPage > page);
    const barred = leaving.length > 0 ? leaving : returned;
    if (barred.length > 0) changes.push({ page, make: (isFirst) => this.#leave(barred, page, isFirst) });
    return changes;
  }

  /** Returns how many of the notes fit under the lines that call them. Columns may move a call up, so there the layout shows it. */
  #countFitting(notes: readonly PlacedNote[]): number {
    const count = notes.findIndex((note, index) => {
      if (note.box?.hasColumns === true) return false;
      if (index === 0 && note.at.top < FIRST_LINE_PX) return false;
      const space = this.#layout.heightOf(notes.slice(0, index + 1));
      return note.at.bottom + LINE_SPACE_PX > this.#layout.heightOfPage(note.at.page) - space;
    });
    return count === -1 ? notes.length : count;
  }

  #leave(notes: readonly PlacedNote[], page: number, isFirst: boolean): void {
    const [first] = notes;
    if (isFirst && first !== undefined) this.#bar(first, page, first.at.top);
    for (const note of notes) {
      note.page = page + 1;
      if (isFirst) note.leastPage = page + 1;
    }
  }

  /** Keeps a call off a page: by a break before its paragraph or row if it is in a box with a frame, or else by a space. */
  #bar(note: PlacedNote, page: number, top: number): void {
    const { barriers, breaks } = this.#layout;
    note.leastPage = page + 1;
    const { box } = note;
    const breakable = box !== undefined && !box.hasColumns ? this.#findBreakable(note, box, page) : null;
    if (breakable !== null && !breaks.has(breakable)) {
      breaks.set(breakable, page);
      return;
    }
    barriers.set(
      page,
      Math.max(
        (barriers.get(page) ?? 0) + BARRIER_STEP_PX,
        this.#layout.heightOfPage(page) - top + LINE_SPACE_PX,
      ),
    );
  }

  /** Returns the row or the innermost block around the call, if it begins on the page. */
  #findBreakable({ call }: PlacedNote, box: PlacedBox, page: number): Element | null {
    if (box.parts[0]?.page === box.parts.at(-1)?.page) return null;
    for (
      let element: Element | null = call;
      element !== null && element !== box.element;
      element = plain(element).parentElement
    ) {
      const { display } = getComputedStyle(element);
      if (!/^(?:block|list-item|table-row|flex|grid|table)$/.test(display)) continue;
      const [first] = this.#layout.partsOf(element);
      if (first?.page !== page || first.top < FIRST_LINE_PX) return null;
      if (display === 'table-row' || !isInRow(element, box)) return element;
    }
    return null;
  }
}

const isInRow = (element: Element, box: PlacedBox): boolean => {
  const row = plain(element).closest('tr');
  return row !== null && plain(box.element).contains(row);
};

/** Whether the space for the note has pushed its call to a later page. */
const wasPushed = ({ page, at, seen, leastPage }: PlacedNote): boolean =>
  page > 0 && page < at.page && seen?.page === page && leastPage <= page;

function stay(notes: readonly PlacedNote[], page: number, isFirst: boolean): void {
  for (const note of notes) {
    if (isFirst) note.seen = note.at;
    note.page = page;
  }
}
