import type { PageWarning, TargetPlace } from '../../../paged-messages.ts';
import { page } from '../../pristine.ts';
import type { PageBoxes } from '../page-boxes.ts';
import { PagedProblem } from '../paged-problem.ts';
import type { Targets } from '../targets.ts';
import { NoteLayout } from './layout.ts';
import { findNotes, numberNotes, takeNotes } from './notes.ts';
import { NotePlan } from './plan.ts';
import { warnOfUnsupported } from '../unsupported-css.ts';

/** Source: contract 6.9. */
const MAX_NOTES = 2_000;

/** The writing mode of the body is that of the pages. */
const isVertical = (): boolean =>
  [page.documentElement, page.body].some(
    (element) => getComputedStyle(element).writingMode !== 'horizontal-tb',
  );

/** Footnotes (css-gcpm-3, 2) that fit on the page of their call. In vertical writing, they stay in their text. */
export class Footnotes {
  readonly #layout: NoteLayout | null = null;
  readonly #plan: NotePlan | null = null;
  readonly warnings: readonly PageWarning[] = [];
  #isSettled = true;

  /** @throws {PagedProblem} */
  constructor(targets: Targets, boxes: PageBoxes) {
    const found = findNotes();
    if (found.length > MAX_NOTES)
      throw new PagedProblem(`the document has more than ${MAX_NOTES.toLocaleString('en')} footnotes`);
    if (found.length === 0) return;
    if (isVertical()) {
      this.warnings = warnOfUnsupported([{ css: 'float: footnote', place: 'vertical writing' }]);
      return;
    }
    this.#layout = new NoteLayout(takeNotes(found, targets), boxes);
    // The layout has put the notes into the document. A place has a name only if its element is found by its id.
    for (const note of found) targets.linkTo(note);
    this.#plan = new NotePlan(this.#layout);
  }

  get count(): number {
    return this.#layout?.notes.length ?? 0;
  }

  /** Moves the notes to the pages of their calls. */
  settle(): void {
    this.#isSettled = this.#plan?.settle() ?? true;
  }

  /** Numbers the notes again. A script may have changed their numbers, or moved their calls. @returns what was printed otherwise */
  restore(): string[] {
    const notes = this.#layout?.notes ?? [];
    return numberNotes(notes).map((number) => `the footnote ${number} was printed with another number`);
  }

  /** Compares the notes with their calls in a print: each must be under its call on the same page. */
  check(places: readonly TargetPlace[]): string[] {
    const found = new Map(places.map(([fragment, number, y]) => [fragment, { page: number, y }]));
    const moved = (this.#layout?.notes ?? []).flatMap(({ callFragment, fragment, number }) => {
      const call = found.get(callFragment);
      const note = found.get(fragment);
      const isRight = call !== undefined && note?.page === call.page && note.y < call.y;
      return isRight ? [] : [`the footnote ${number} does not fit on the page of its call`];
    });
    return moved.length === 0 && !this.#isSettled
      ? ['the footnotes do not fit on the pages of their calls']
      : moved;
  }
}
