import { FramePlan } from './frame-plan.ts';
import { findFirstKept } from './kept-boxes.ts';
import { FIRST_LINE_PX, type NoteLayout } from './layout.ts';
import { NoteMoves } from './note-moves.ts';

/** No change moves some calls, such as those in a box with an absolute position. After the next print, `settle` continues from here. */
const MAX_LAYOUTS = 300;

/** A heading at the end of a page, whose text is on the next one. */
interface StrandedHeading {
  readonly page: number;
  /** The first of the headings that follow each other. */
  readonly element: Element;
}

/** Finds the pages of notes. Each note must be on the page of its call, but its space may push the call to the next page. */
export class NotePlan {
  readonly #layout: NoteLayout;
  readonly #frames: FramePlan;
  readonly #moves: NoteMoves;

  constructor(layout: NoteLayout) {
    this.#layout = layout;
    this.#frames = new FramePlan(layout);
    this.#moves = new NoteMoves(layout);
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

  /** Returns whether a note leaves no line of text on its page, so it fits on no page. */
  #hasTooHighNote(): boolean {
    const { notes } = this.#layout;
    return notes.some((note) => this.#layout.heightOf([note]) > this.#layout.heightOfPage(2) - FIRST_LINE_PX);
  }

  /**
   * Changes the first page that is wrong: all pages before it are final. Later pages may still change, so their notes only go where
   * they would have to be now. That is a guess, which is not kept, and it saves layouts.
   * @returns whether no page was wrong
   */
  #improve(): boolean {
    const frames = this.#frames.findChanges();
    const moves = this.#moves.find();
    const stranded = this.#findStranded();
    const first = Math.min(...[...frames, ...moves, ...stranded].map(({ page }) => page));
    if (first === Infinity) return true;
    const isFirst = ({ page }: { readonly page: number }): boolean => page === first;
    const firstFrames = frames.filter(isFirst);
    // A frame moves the calls of its own page, so the moves of that page are guesses too.
    const firstMoves = new Set(firstFrames.length > 0 ? [] : moves.filter(isFirst));

    this.#frames.forget(first);
    this.#forget(firstFrames.length > 0 ? first - 1 : first);
    for (const change of firstFrames) this.#frames.apply(change);
    // Headings are moved last, because notes that leave a page give it room.
    if (firstFrames.length === 0 && firstMoves.size === 0)
      for (const { page, element } of stranded.filter(isFirst)) this.#layout.breaks.set(element, page);
    for (const move of moves) {
      if (firstMoves.has(move)) this.#moves.learn(move);
      this.#moves.apply(move);
    }
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
  #findStranded(): StrandedHeading[] {
    const { kept, breaks } = this.#layout;
    return kept.flatMap((box) => {
      const last = this.#layout.fragmentsOf(box).at(-1);
      if (last === undefined || this.#layout.spaceOf(last.page) === 0) return [];
      const next = this.#layout.textAfter(box)?.page ?? 0;
      const element = findFirstKept(box);
      const [start] = this.#layout.fragmentsOf(element);
      const isMovable = start?.page === last.page && start.top >= FIRST_LINE_PX && !breaks.has(element);
      return next > last.page && isMovable ? [{ page: last.page, element }] : [];
    });
  }
}
