import type { ContentBox } from '../../../paged-messages.ts';
import { page, plain } from '../../pristine.ts';
import type { Note } from './notes.ts';

/** Chromium rounds the height of a page to whole pixels. A box that is exactly as high could move to the next page. */
const ROUNDING_PX = 1;

/** The space between the text and the notes, if the document sets no other. */
const SPACE_ABOVE_PX = 6;

/** A float of this height does not fit at the end of a page, so it moves to the next one, and the floats after it begin there. */
const SYNC_PX = 4;

/** Returns a rule for our own elements. Rules of the document for `*`, `:empty` or `:not(p)` do not win over it. */
const toOwnStyle = (selector: string, style: string): string =>
  `${selector}:not(#a#b#c) { ${style.replaceAll(/;|$/g, ' !important$&')} }`;

export const SPACE_STYLE = `
  ${toOwnStyle(':is(platen-notes, platen-notes-page, platen-notes-cover, platen-foot)', 'all: initial')}
  ${toOwnStyle('platen-notes', 'display: block; position: absolute; inset: 0 0 auto 0')}
  ${toOwnStyle('platen-notes-page', 'display: flex; flex-direction: column; justify-content: flex-end; break-before: page; break-inside: avoid; font: inherit; color: inherit')}
  ${toOwnStyle('platen-notes-cover', 'display: flex; flex-direction: column; justify-content: flex-end; font: inherit; color: inherit')}
  ${toOwnStyle('platen-notes-page:first-child', 'break-before: auto')}
  [data-platen-footnotes]:not(#a#b#c) { display: flex !important; flex-direction: column !important }
  :where([data-platen-footnotes]) { margin-top: ${SPACE_ABOVE_PX}px; border-top: thin solid; padding-top: 3px }
  ${toOwnStyle('[data-platen-columns] > platen-notes', 'visibility: hidden; position: fixed')}
  ${toOwnStyle('platen-foot', 'display: block; float: right; clear: right; width: 0; break-inside: avoid')}
  ${toOwnStyle('platen-foot[data-from]', 'break-inside: auto')}
  ${toOwnStyle('platen-foot[data-notes]', 'width: 100%')}`;

const INHERITED = ['font', 'color', 'direction', 'text-align', 'hyphens', 'writing-mode', 'font-kerning'];

/** The computed value of `transparent`. */
export const TRANSPARENT = 'rgba(0, 0, 0, 0)';

/**
 * The space for notes at the foot of pages. Floats from the top of the first page down reserve it: one without a width down to the notes of a page,
 * then one as wide as the page. The notes themselves are in boxes with absolute positions.
 */
export class FootSpace {
  readonly #area: ContentBox;
  readonly #first: ContentBox;
  readonly #notes = page.createElement('platen-notes');
  #floats: Element[] = [];
  #frameHeightPx = 0;
  readonly #heights = new Map<Note, number>();

  /**
   * @param first the first page
   * @param hasFloats the document has floats of its own
   */
  constructor(area: ContentBox, first: ContentBox, hasFloats: boolean) {
    this.#area = area;
    this.#first = first;
    const body = getComputedStyle(page.body);
    for (const name of INHERITED)
      this.#notes.style.setProperty(name, body.getPropertyValue(name), 'important');
    this.#notes.style.setProperty('width', `${area.widthPx}px`, 'important');
    page.documentElement.append(this.#notes);
    if (!hasFloats) freeFromFloats();
  }

  /** Returns the height of a page's content. Only the first page may be higher or lower than a column. */
  heightOfPage(number: number): number {
    return (number === 1 ? this.#first : this.#area).heightPx - ROUNDING_PX;
  }

  heightInColumn(number: number): number {
    return Math.min(this.heightOfPage(number), this.#area.heightPx - ROUNDING_PX);
  }

  /** Call it when the texts of notes may have changed. */
  measure(notes: readonly Note[]): void {
    const box = createBox(notes);
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
    const columnPx = this.#area.heightPx - ROUNDING_PX;
    for (const float of this.#floats) float.remove();
    const cutPx = isInColumns ? columnPx - this.heightInColumn(1) : 0;
    const last = Math.max(
      heights.findLastIndex((height) => height > 0),
      cutPx > 0 ? 0 : -1,
    );
    this.#floats = Array.from({ length: last + 1 }, (_, index) => {
      const height = heights[index] ?? 0;
      const pagePx = isInColumns ? this.heightInColumn(index + 1) : this.heightOfPage(index + 1);
      const free = pagePx - height - (index > 0 ? SYNC_PX : 0);
      const spacePx = height + (index === 0 ? cutPx : 0);
      const floats = [this.#createFloat('data-from', free)];
      if (spacePx > 0) floats.push(this.#createFloat('data-notes', spacePx));
      if (index < last) floats.push(this.#createFloat('data-sync', SYNC_PX));
      return floats;
    }).flat();
    page.body.before(...this.#floats);
  }

  /**
   * Puts the notes of each page, from the first, at its foot.
   * @param covers by page, the height of the space that hides the backgrounds and borders under it
   */
  place(notes: readonly (readonly Note[])[], covers: ReadonlyMap<number, number>): void {
    const canvas = readCanvas();
    const pages = notes.map((own, index) => {
      const sheet = page.createElement('platen-notes-page');
      sheet.style.setProperty('height', `${this.heightOfPage(index + 1)}px`, 'important');
      const cover = page.createElement('platen-notes-cover');
      const coverPx = covers.get(index + 1) ?? 0;
      // A page may be one pixel higher than its sheet. The shadow covers this pixel.
      if (coverPx > 0)
        cover.style.cssText = `min-height: ${coverPx}px !important; background: ${canvas} !important; box-shadow: 0 ${SYNC_PX}px ${canvas} !important`;
      if (own.length > 0) cover.append(createBox(own));
      sheet.append(cover);
      return sheet;
    });
    this.#notes.replaceChildren(...pages);
  }

  #createFloat(kind: string, heightPx: number): HTMLElement {
    const float = page.createElement('platen-foot');
    float.setAttribute(kind, '');
    float.style.setProperty('height', `${Math.max(heightPx, 0)}px`, 'important');
    return float;
  }
}

/** Returns the background of the pages. */
function readCanvas(): string {
  const colours = [page.documentElement, page.body].map(
    (element) => getComputedStyle(element).backgroundColor,
  );
  return colours.find((colour) => colour !== TRANSPARENT) ?? 'white';
}

function createBox(notes: readonly Note[]): HTMLElement {
  const box = page.createElement('platen-footnotes');
  box.setAttribute('data-platen-footnotes', '');
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
