import type { ContentBox } from '../../../paged-messages.ts';
import { page, plain } from '../../pristine.ts';
import { OWN } from '../own-names.ts';

/** The fragment of a box that is on one page. Lengths are pixels from the top of the content of the page. */
export interface Fragment {
  readonly page: number;
  readonly top: number;
  readonly bottom: number;
}

/** A property as it was before. */
interface OldStyle {
  readonly style: CSSStyleDeclaration;
  readonly name: string;
  readonly value: string;
  readonly priority: string;
}

const ROUNDING_PX = 0.5;

const FORCED = /^(?:page|left|right|recto|verso|always)$/;

/**
 * Lays the document out in columns of the size of a page. Chromium breaks columns as it breaks pages, so a script can read on which
 * page each box will be. Only a print proves it.
 */
export class Columns {
  readonly #changes: OldStyle[] = [];
  readonly #area: ContentBox;
  readonly #first: ContentBox;
  #isRightToLeft = false;

  /** @param first the first page */
  constructor(area: ContentBox, first: ContentBox) {
    this.#area = area;
    this.#first = first;
  }

  open(): void {
    const { widthPx, heightPx } = this.#area;
    let nameBefore = '';
    this.#cutCover();
    for (const element of page.querySelectorAll<HTMLElement>('body *')) {
      const {
        breakBefore,
        breakAfter,
        breakInside,
        overflowY,
        display,
        page: name,
      } = getComputedStyle(element);
      const { style } = plain(element);
      this.#setBreak(style, 'break-before', breakBefore);
      this.#setBreak(style, 'break-after', breakAfter);
      this.#setBreak(style, 'break-inside', breakInside);
      if (name !== nameBefore && name !== 'auto') this.#set(style, 'break-before', 'column');
      nameBefore = name;
      // Columns do not break a box that scrolls, but pages do.
      if (/^(?:hidden|auto|scroll)$/.test(overflowY)) {
        this.#set(style, 'overflow', 'clip');
        if (display === 'block') this.#set(style, 'display', 'flow-root');
      }
    }
    const { style } = page.documentElement;
    this.#isRightToLeft = getComputedStyle(page.documentElement).direction === 'rtl';
    page.documentElement.setAttribute(`data-${OWN}-columns`, '');
    this.#set(style, 'overflow', 'visible');
    this.#set(style, 'width', `${widthPx}px`);
    this.#set(style, 'height', `${heightPx}px`);
    this.#set(style, 'columns', `auto ${widthPx}px`);
    this.#set(style, 'column-gap', '0px');
    this.#set(style, 'column-fill', 'auto');
  }

  close(): void {
    for (const { style, name, value, priority } of this.#changes.splice(0).toReversed())
      style.setProperty(name, value, priority);
    page.documentElement.removeAttribute(`data-${OWN}-columns`);
  }

  /** Returns the fragments of a box or a text in the order of their pages. A box without a height has no fragments. */
  fragmentsOf(element: Element | Range): Fragment[] {
    const origin = page.documentElement.getBoundingClientRect();
    const distance = ({ left, right }: DOMRect) =>
      this.#isRightToLeft ? origin.right - right : left - origin.left;
    return Array.from((element instanceof Range ? element : plain(element)).getClientRects())
      .filter(({ height }) => height > 0)
      .map((rectangle) => ({
        page: Math.floor((distance(rectangle) + ROUNDING_PX) / this.#area.widthPx) + 1,
        top: rectangle.top - origin.top,
        bottom: rectangle.bottom - origin.top,
      }));
  }

  /** A cover may be as high as the first page, and columns are as high as the others. */
  #cutCover(): void {
    for (let { firstElementChild: element } = page.body; element instanceof HTMLElement;) {
      const cover = plain(element);
      const { height } = cover.getBoundingClientRect();
      if (height > this.#area.heightPx && height <= this.#first.heightPx + ROUNDING_PX) {
        this.#set(cover.style, 'height', `${this.#area.heightPx - 1}px`);
        this.#set(cover.style, 'min-height', '0');
        this.#set(cover.style, 'overflow', 'clip');
      }
      element = cover.firstElementChild;
    }
  }

  #setBreak(style: CSSStyleDeclaration, name: string, value: string): void {
    if (FORCED.test(value)) this.#set(style, name, 'column');
    else if (value === 'avoid-page') this.#set(style, name, 'avoid');
  }

  #set(style: CSSStyleDeclaration, name: string, value: string): void {
    this.#changes.push({
      style,
      name,
      value: style.getPropertyValue(name),
      priority: style.getPropertyPriority(name),
    });
    style.setProperty(name, value, 'important');
  }
}
