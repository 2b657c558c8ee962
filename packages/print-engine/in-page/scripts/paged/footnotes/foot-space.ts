import { page, plain } from '../../pristine.ts';
import type { Note } from './notes.ts';
import type { PageBoxes } from '../page-boxes.ts';
import { OWN } from '../own-names.ts';

/** Chromium rounds the height of a page to whole pixels. A box that is exactly as high could move to the next page. */
const ROUNDING_PX = 1;

/** The space between the text and the notes, if the document sets no other. */
const SPACE_ABOVE_PX = 6;

/** A box of this height does not fit at the end of a page, so it moves to the next one, and the boxes after it begin there. */
const SYNC_PX = 4;

/** Returns a rule for our own elements. Rules of the document for `*`, `:empty` or `:not(p)` do not win over it. */
const toOwnStyle = (selector: string, style: string): string =>
  `${selector}:not(#a#b#c) { ${style.replaceAll(/;|$/g, ' !important$&')} }`;

export const SPACE_STYLE = `
  ${toOwnStyle(`:is(${OWN}-notes, ${OWN}-notes-page, ${OWN}-notes-cover, ${OWN}-foot-flow, ${OWN}-foot)`, 'all: initial')}
  ${toOwnStyle(`${OWN}-notes`, 'display: block; position: absolute; inset: 0 0 auto 0')}
  ${toOwnStyle(`${OWN}-notes-page`, 'display: flex; flex-direction: column; justify-content: flex-end; break-before: page; break-inside: avoid; font: inherit; color: inherit')}
  ${toOwnStyle(`${OWN}-notes-cover`, 'display: flex; flex-direction: column; justify-content: flex-end; font: inherit; color: inherit')}
  ${toOwnStyle(`${OWN}-notes-page:first-child`, 'break-before: auto')}
  [data-${OWN}-footnotes]:not(#a#b#c) { display: flex !important; flex-direction: column !important }
  :where([data-${OWN}-footnotes]) { margin-top: ${SPACE_ABOVE_PX}px; border-top: thin solid; padding-top: 3px }
  ${toOwnStyle(`[data-${OWN}-columns] > ${OWN}-notes`, 'visibility: hidden; position: fixed')}
  ${toOwnStyle(`${OWN}-foot-flow`, 'display: block; height: 0')}
  ${toOwnStyle(`${OWN}-foot`, 'display: block; break-inside: avoid')}
  ${toOwnStyle(`${OWN}-foot[data-from]`, 'break-inside: auto')}
  ${toOwnStyle(`${OWN}-foot[data-notes]`, 'float: right; width: 100%')}`;

const INHERITED = ['font', 'color', 'direction', 'text-align', 'hyphens', 'writing-mode', 'font-kerning'];

/** The computed value of `transparent`. */
export const TRANSPARENT = 'rgba(0, 0, 0, 0)';

/**
 * The space for notes at the foot of pages. Before the body is a box without a height. Its content flows over all pages beside the body: an empty block down to
 * the notes of a page, then a float as wide as the page, which keeps the text out. The blocks are in the flow, because Chromium tries each float that
 * waits for a later page again on each page. The notes themselves are in boxes with absolute positions.
 */
export class FootSpace {
  readonly #boxes: PageBoxes;
  readonly #notes = page.createElement(`${OWN}-notes`);
  readonly #flow = page.createElement(`${OWN}-foot-flow`);
  #frameHeightPx = 0;
  readonly #heights = new Map<Note, number>();

  /** @param hasFloats the document has floats of its own */
  constructor(boxes: PageBoxes, hasFloats: boolean) {
    this.#boxes = boxes;
    const body = getComputedStyle(page.body);
    for (const name of INHERITED)
      this.#notes.style.setProperty(name, body.getPropertyValue(name), 'important');
    page.documentElement.append(this.#notes);
    if (!hasFloats) freeFromFloats();
  }

  /** Returns the height of a page's content. Only the first page may be higher or lower than a column. */
  heightOfPage(number: number): number {
    return this.#boxes.read(number === 1 ? ':first' : 'auto').heightPx - ROUNDING_PX;
  }

  heightInColumn(number: number): number {
    return Math.min(this.heightOfPage(number), this.heightOfPage(2));
  }

  /** Removes what has the size of pages. */
  clear(): void {
    this.#notes.style.setProperty('display', 'none', 'important');
    this.#flow.remove();
  }

  /** Call it when the texts of notes may have changed. */
  measure(notes: readonly Note[]): void {
    const box = createBox(notes);
    this.#notes.style.setProperty('width', `${this.#boxes.read('auto').widthPx}px`, 'important');
    for (const name of ['display', 'max-width']) this.#notes.style.removeProperty(name);
    this.#notes.replaceChildren(box);
    let sum = 0;
    for (const note of notes) {
      const height = outerHeight(note.element);
      this.#heights.set(note, height);
      sum += height;
    }
    this.#frameHeightPx = outerHeight(box) - sum;
  }

  /** Returns the height of the notes of a page. */
  heightOf(notes: readonly Note[]): number {
    if (notes.length === 0) return 0;
    return notes.reduce((sum, note) => sum + (this.#heights.get(note) ?? 0), this.#frameHeightPx);
  }

  /**
   * @param heights the space at the foot of each page
   * @param isInColumns columns are as high as the pages after the first one
   */
  reserve(heights: readonly number[], isInColumns: boolean): void {
    const columnPx = this.heightOfPage(2);
    const cutPx = isInColumns ? columnPx - this.heightInColumn(1) : 0;
    const last = Math.max(
      heights.findLastIndex((height) => height > 0),
      cutPx > 0 ? 0 : -1,
    );
    const blocks = Array.from({ length: last + 1 }, (_, index) => {
      const height = heights[index] ?? 0;
      const pagePx = isInColumns ? this.heightInColumn(index + 1) : this.heightOfPage(index + 1);
      const free = pagePx - height - (index > 0 ? SYNC_PX : 0);
      const spacePx = height + (index === 0 ? cutPx : 0);
      return [
        createBlock('data-from', free),
        ...(spacePx > 0 ? [createBlock('data-notes', spacePx), createBlock('data-from', spacePx)] : []),
        ...(index < last ? [createBlock('data-sync', SYNC_PX)] : []),
      ];
    }).flat();
    this.#flow.replaceChildren(...blocks);
    page.body.before(this.#flow);
  }

  /**
   * Puts the notes of each page, from the first, at its foot.
   * @param covers by page, the height of the space that hides the backgrounds and borders under it
   */
  place(notes: readonly (readonly Note[])[], covers: ReadonlyMap<number, number>): void {
    const canvas = readCanvas();
    const pages = notes.map((own, index) => {
      const sheet = page.createElement(`${OWN}-notes-page`);
      sheet.style.setProperty('height', `${this.heightOfPage(index + 1)}px`, 'important');
      const cover = page.createElement(`${OWN}-notes-cover`);
      const coverPx = covers.get(index + 1) ?? 0;
      // A page may be one pixel higher than its sheet. The shadow covers this pixel.
      if (coverPx > 0)
        cover.style.cssText = `min-height: ${coverPx}px !important; background: ${canvas} !important; box-shadow: 0 ${SYNC_PX}px ${canvas} !important`;
      if (own.length > 0) cover.append(createBox(own));
      sheet.append(cover);
      return sheet;
    });
    // Notes must not be what makes a document wider than its pages.
    this.#notes.style.setProperty('max-width', '100%', 'important');
    this.#notes.replaceChildren(...pages);
  }
}

function createBlock(kind: string, heightPx: number): HTMLElement {
  const block = page.createElement(`${OWN}-foot`);
  block.setAttribute(kind, '');
  block.style.setProperty('height', `${Math.max(heightPx, 0)}px`, 'important');
  return block;
}

/** Returns the background of the pages. */
function readCanvas(): string {
  const colours = [page.documentElement, page.body].map(
    (element) => getComputedStyle(element).backgroundColor,
  );
  return colours.find((colour) => colour !== TRANSPARENT) ?? 'white';
}

function createBox(notes: readonly Note[]): HTMLElement {
  const box = page.createElement(`${OWN}-footnotes`);
  box.setAttribute(`data-${OWN}-footnotes`, '');
  box.append(...notes.map(({ element }) => element));
  return box;
}

function outerHeight(element: Element): number {
  const { marginTop, marginBottom } = getComputedStyle(element);
  const { height } = plain(element).getBoundingClientRect();
  return height + Number.parseFloat(marginTop) + Number.parseFloat(marginBottom);
}

/** An element that clears all floats would move below ours, to the end of the notes. So it clears left floats only. */
function freeFromFloats(): void {
  for (const element of page.querySelectorAll<HTMLElement>('body *')) {
    const { clear } = getComputedStyle(element);
    if (clear !== 'none') plain(element).style.setProperty('clear', 'left', 'important');
  }
}
