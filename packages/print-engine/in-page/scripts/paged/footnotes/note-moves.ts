import { plain } from '../../pristine.ts';
import { FIRST_LINE_PX, LINE_SPACE_PX, type NoteLayout, type PlacedBox, type PlacedNote } from './layout.ts';

const BARRIER_STEP_PX = 8;

/**
 * Notes that are not on their page.
 * - `pushed`: the space for the note has pushed its call to a later page.
 * - `fits`: the notes fit under their calls.
 * - `full`: they do not fit, so their calls must go to the next page.
 * - `early`: something else has moved the call to a later page.
 */
interface NoteMove {
  readonly kind: 'pushed' | 'fits' | 'full' | 'early';
  /** The first page that it concerns. */
  readonly page: number;
  readonly notes: readonly PlacedNote[];
}

/** Finds the notes that are not on the page of their call, or do not fit there, and moves them. */
export class NoteMoves {
  readonly #layout: NoteLayout;

  constructor(layout: NoteLayout) {
    this.#layout = layout;
  }

  find(): NoteMove[] {
    const { notes } = this.#layout;
    const pages = Map.groupBy(
      notes.filter(({ at }) => at.page > 0),
      ({ at }) => at.page,
    );
    const early = notes.filter((note) => note.page > 0 && note.page < note.at.page && !wasPushed(note));
    return [
      ...[...pages].flatMap(([page, called]) => this.#checkPage(page, called)),
      ...early.map((note): NoteMove => ({ kind: 'early', page: note.page, notes: [note] })),
    ];
  }

  /** Puts the notes on their page. */
  apply({ kind, notes }: NoteMove): void {
    for (const note of notes)
      note.page = kind === 'full' ? note.at.page + 1 : Math.max(note.at.page, note.leastPage);
  }

  /** Remembers what a move shows about its page. Call it only if all pages before are final. */
  learn({ kind, page, notes }: NoteMove): void {
    const [first] = notes;
    if (kind === 'fits') for (const note of notes) note.seen = note.at;
    if (kind === 'pushed' && first !== undefined) this.#bar(first, page, first.seen?.top ?? 0);
    if (kind === 'full' && first !== undefined) {
      this.#bar(first, page, first.at.top);
      for (const note of notes) note.leastPage = page + 1;
    }
  }

  #checkPage(page: number, called: readonly PlacedNote[]): NoteMove[] {
    const allowed = called.filter(({ leastPage }) => leastPage <= page);
    const count = this.#countFitting(allowed);
    const [staying, leaving] = [allowed.slice(0, count), allowed.slice(count)];
    const isComplete = staying.every((note) => note.page === page);
    const returned = called.filter(({ leastPage }) => leastPage > page);
    const barred = leaving.length > 0 ? leaving : returned;
    return [
      ...called
        .filter(wasPushed)
        .map((note): NoteMove => ({ kind: 'pushed', page: note.page, notes: [note] })),
      ...(isComplete ? [] : [{ kind: 'fits' as const, page, notes: staying }]),
      ...(barred.length > 0 ? [{ kind: 'full' as const, page, notes: barred }] : []),
    ];
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

  /** Returns the row or the innermost block around the call, if it begins on the page. In a document with floats, a block is a box of its own. */
  #findBreakable({ call }: PlacedNote, box: PlacedBox, page: number): Element | null {
    const { hasFloats } = this.#layout;
    if (!hasFloats && box.fragments[0]?.page === box.fragments.at(-1)?.page) return null;
    const end = hasFloats ? plain(box.element).parentElement : box.element;
    for (
      let element: Element | null = call;
      element !== null && element !== end;
      element = plain(element).parentElement
    ) {
      const { display } = getComputedStyle(element);
      if (!/^(?:block|list-item|table-row|flex|grid|table)$/.test(display)) continue;
      const [first] = this.#layout.fragmentsOf(element);
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

/** Returns whether the space for the note has pushed its call to a later page. */
const wasPushed = ({ page, at, seen, leastPage }: PlacedNote): boolean =>
  page > 0 && page < at.page && seen?.page === page && leastPage <= page;
