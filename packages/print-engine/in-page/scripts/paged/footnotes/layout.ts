import { page, plain } from '../../pristine.ts';
import { type ClosedBox, findClosedBoxes, FRAME_STYLE, setSpace } from './closed-boxes.ts';
import type { PageBoxes } from '../page-boxes.ts';
import { Columns, type Fragment } from './columns.ts';
import { findKeptBoxes, listTextsAfter } from './kept-boxes.ts';
import { FootSpace, SPACE_STYLE, TRANSPARENT } from './foot-space.ts';
import { addStyle, type Note } from './notes.ts';
import { OWN } from '../own-names.ts';

/** A note with its place in the last layout. */
export interface PlacedNote extends Note {
  /** The closed box around the call. */
  readonly box: PlacedBox | undefined;
  /** The page that has the note, from 1. It is 0 before the first layout. */
  page: number;
  /** The first page that may have the note. It does not fit on earlier ones. */
  leastPage: number;
  /** The place of the call. */
  at: Fragment;
  /** The place of the call before its page had the note. */
  seen: Fragment | null;
}

export interface PlacedBox extends ClosedBox {
  fragments: readonly Fragment[];
}

/** The space between a line and the notes. */
export const LINE_SPACE_PX = 3;

/** A line that begins above this is the first one of its page. On the next page, it would not have more room. */
export const FIRST_LINE_PX = 30;

const ROUNDING_PX = 1;

const NOWHERE: Fragment = { page: 0, top: 0, bottom: 0 };

const BREAK_STYLE = `
  [data-${OWN}-break]:not(#a#b#c) { break-before: page !important }
  [data-${OWN}-columns] [data-${OWN}-break]:not(#a#b#c) { break-before: column !important }`;

/** Keeps the foot of each page free for its notes, and shows where boxes are then. Pages are numbers from 1. */
export class NoteLayout {
  readonly notes: readonly PlacedNote[];
  readonly boxes: readonly PlacedBox[];
  /** By page, a space at its foot that keeps a call off the page. In a document with floats, only the box of the call has it. */
  readonly barriers = new Map<number, number>();
  /** Elements that begin a new page, with the page that they were on. */
  readonly breaks = new Map<Element, number>();
  /** Pages that end in a closed box. Its frame keeps the space free. */
  readonly framed = new Set<number>();
  /** Boxes after which no page should break. */
  readonly kept: readonly Element[] = findKeptBoxes();
  /** The document has floats, so only frames keep the space free. */
  readonly hasFloats: boolean;
  readonly #boxes: PageBoxes;
  readonly #columns: Columns;
  readonly #foot: FootSpace;
  /** Blocks with a background or a border, which reach to the end of the page. */
  readonly #decorated: readonly Element[];
  #spaces: readonly number[] = [];

  constructor(notes: readonly Note[], boxes: PageBoxes) {
    addStyle([SPACE_STYLE, FRAME_STYLE, BREAK_STYLE].join(''));
    this.#boxes = boxes;
    this.hasFloats = hasFloats();
    this.boxes = findClosedBoxes(this.hasFloats).map((box) => ({ ...box, fragments: [] }));
    const byElement = new Map<Element, PlacedBox>(this.boxes.map((box) => [box.element, box]));
    this.notes = notes.map((note) => {
      const box = findAround(note.call, byElement);
      return { ...note, box, page: 0, leastPage: 0, at: NOWHERE, seen: null };
    });
    this.#columns = new Columns(boxes);
    this.#decorated = Array.from(page.querySelectorAll('body *')).filter(
      (element) => element instanceof HTMLElement && isDecoratedBlock(getComputedStyle(element)),
    );
    this.#foot = new FootSpace(boxes, this.hasFloats);
    // This puts the notes into the document, where references are looked for.
    this.#foot.measure(this.notes);
  }

  /** Returns the height of a page's content in columns. */
  heightOfPage(number: number): number {
    return this.#foot.heightInColumn(number);
  }

  open(): void {
    // Columns replace the page breaks that they find, and restore them only when they close. These breaks may be removed earlier, so `update` sets them.
    for (const element of this.breaks.keys()) plain(element).removeAttribute(`data-${OWN}-break`);
    this.#foot.clear();
    const { shrink } = this.#boxes;
    this.#boxes.measureShrink();
    // A plan for pages of another size says nothing about these.
    if (this.#boxes.shrink !== shrink) this.#forget();
    this.#columns.open();
    this.#foot.measure(this.notes);
  }

  #forget(): void {
    this.barriers.clear();
    this.breaks.clear();
    this.framed.clear();
    for (const box of this.boxes) box.spacePx = 0;
    for (const note of this.notes) Object.assign(note, { page: 0, leastPage: 0, seen: null });
  }

  /** Applies the result of the last `update` to the pages. */
  close(): void {
    const covers = this.#findCovers();
    this.#columns.close();
    this.#reserve(false);
    this.#foot.place(this.#listByPage(), covers);
  }

  /** Lays the document out with the notes where they are now, and reads where everything is. */
  update(): void {
    const pages = this.#listByPage();
    const barriers = this.hasFloats ? new Map<number, number>() : this.barriers;
    const last = Math.max(pages.length, ...barriers.keys());
    this.#spaces = Array.from({ length: last }, (_, index) =>
      Math.max(this.#foot.heightOf(pages[index] ?? []), barriers.get(index + 1) ?? 0),
    );
    this.#reserve(true);
    for (const box of this.boxes) setSpace(box);
    for (const element of page.querySelectorAll(`[data-${OWN}-break]`))
      if (!this.breaks.has(element)) plain(element).removeAttribute(`data-${OWN}-break`);
    for (const element of this.breaks.keys()) plain(element).setAttribute(`data-${OWN}-break`, '');
    for (const note of this.notes) note.at = this.fragmentsOf(note.call)[0] ?? NOWHERE;
    for (const box of this.boxes) box.fragments = this.fragmentsOf(box.element);
  }

  #reserve(isInColumns: boolean): void {
    if (this.hasFloats) return;
    const heights = this.#spaces.map((space, index) => (this.framed.has(index + 1) ? 0 : space));
    this.#foot.reserve(heights, isInColumns);
  }

  /** Returns the height of the space at the foot of a page. */
  spaceOf(number: number): number {
    return this.#spaces[number - 1] ?? 0;
  }

  /** Returns the height of the space under a box. */
  spaceUnder(box: PlacedBox, number: number): number {
    const barrier = this.barriers.get(number) ?? 0;
    const isBarred = barrier > 0 && this.notes.some((note) => note.box === box && note.leastPage > number);
    return isBarred ? Math.max(this.spaceOf(number), barrier) : this.spaceOf(number);
  }

  heightOf(notes: readonly Note[]): number {
    return this.#foot.heightOf(notes);
  }

  fragmentsOf(element: Element | Range): Fragment[] {
    return this.#columns.fragmentsOf(element);
  }

  /** Returns where the text after a box begins. */
  textAfter(element: Element): Fragment | undefined {
    for (const text of listTextsAfter(element)) {
      const [first] = this.fragmentsOf(text);
      if (first !== undefined) return first;
    }
    return undefined;
  }

  /** Returns the spaces that a block with a background or a border reaches into, by page. */
  #findCovers(): Map<number, number> {
    const covers = new Map<number, number>();
    for (const element of this.#decorated)
      for (const { page: number, bottom } of this.fragmentsOf(element)) {
        const space = this.spaceOf(number);
        if (space > 0 && bottom > this.heightOfPage(number) - space + ROUNDING_PX) covers.set(number, space);
      }
    return covers;
  }

  #listByPage(): PlacedNote[][] {
    const last = Math.max(0, ...this.notes.map(({ page: number }) => number));
    const pages = Array.from({ length: last }, (): PlacedNote[] => []);
    for (const note of this.notes) pages[note.page - 1]?.push(note);
    return pages;
  }
}

const hasFloats = (): boolean =>
  Array.from(page.querySelectorAll('body *')).some((element) => getComputedStyle(element).float !== 'none');

/** Returns whether a block can be seen where it has no text. */
const isDecoratedBlock = (style: CSSStyleDeclaration): boolean =>
  /^(?:block|list-item|flow-root)$/.test(style.display) &&
  style.position === 'static' &&
  (style.backgroundColor !== TRANSPARENT || style.backgroundImage !== 'none' || style.borderStyle !== 'none');

function findAround(call: Element, boxes: ReadonlyMap<Element, PlacedBox>): PlacedBox | undefined {
  for (let element: Element | null = call; element !== null; element = plain(element).parentElement) {
    const box = boxes.get(element);
    if (box !== undefined) return box;
  }
  return undefined;
}
