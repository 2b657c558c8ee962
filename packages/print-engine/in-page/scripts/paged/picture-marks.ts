import { toPictureColour } from '../../text-marks.ts';
import type { PictureMark } from '../../paged-messages.ts';
import { plain } from '../pristine.ts';
import { adopt } from '../style-sheets.ts';
import { MARK_OPACITY } from './text-marks.ts';
import { OWN } from './own-names.ts';

const NAME = `data-${OWN}-mark`;

/** A background of its own must stay as it is. */
const TRANSPARENT = 'rgba(0, 0, 0, 0)';

/** Marks pictures and boxes without a text, by a background in a colour that is their number. */
export class PictureMarks {
  readonly #sheet = new CSSStyleSheet();
  readonly #red: number;
  #pictures: readonly Element[] = [];

  /** @param red the red part of the colours of the marks, in thousandths */
  constructor(red: number) {
    this.#red = red;
  }

  /** Marks these elements, and no others. */
  mark(pictures: readonly Element[]): void {
    for (const picture of this.#pictures) plain(picture).removeAttribute(NAME);
    this.#pictures = pictures.filter((picture) => getComputedStyle(picture).backgroundColor === TRANSPARENT);
    const rules = this.#pictures.map((picture, index) => {
      plain(picture).setAttribute(NAME, `${index}`);
      const colour = toPictureColour(this.#red, index).join(' ');
      return `[${NAME}="${index}"]:not(#a#b#c) { background-color: color(srgb ${colour} / ${MARK_OPACITY}) !important }`;
    });
    if (rules.length === 0 && this.#sheet.cssRules.length === 0) return;
    this.#sheet.replaceSync(rules.join('\n'));
    adopt(this.#sheet);
  }

  /** Returns the pages of the elements that were painted: of an element on several pages, the first one. */
  read(marks: readonly PictureMark[]): Map<Element, number> {
    const pages = new Map<Element, number>();
    for (const [index, page] of marks) {
      const picture = this.#pictures[index];
      if (picture !== undefined) pages.set(picture, Math.min(page, pages.get(picture) ?? Infinity));
    }
    return pages;
  }
}
