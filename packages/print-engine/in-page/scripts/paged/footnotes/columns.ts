import { page, plain } from '../../pristine.ts';
import type { PageBoxes } from '../page-boxes.ts';
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

/** The layout does not depend on transforms, but where boxes seem to be does. These values still make containing blocks, as the others did. */
const NEUTRAL = { transform: 'translateX(0)', translate: '0px', rotate: '0deg', scale: '1' };

const FORCED = /^(?:page|left|right|recto|verso|always)$/;

/**
 * Lays the document out in columns of the size of a page. Chromium breaks columns as it breaks pages, so a script can read on which
 * page each box will be. Only a print proves it.
 */
export class Columns {
  readonly #changes: OldStyle[] = [];
  readonly #boxes: PageBoxes;
  #isRightToLeft = false;

  constructor(boxes: PageBoxes) {
    this.#boxes = boxes;
  }

  open(): void {
    const { widthPx, heightPx } = this.#boxes.read('auto');
    let nameBefore = '';
    this.#cutCover();
    this.#undoTransforms(page.body.style, getComputedStyle(page.body));
    for (const element of page.querySelectorAll<HTMLElement>('body *')) {
      const computed = getComputedStyle(element);
      const { breakBefore, breakAfter, breakInside, overflowY, display, page: name } = computed;
      const { style } = plain(element);
      this.#undoTransforms(style, computed);
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
    const { widthPx } = this.#boxes.read('auto');
    const origin = page.documentElement.getBoundingClientRect();
    const distance = ({ left, right }: DOMRect) =>
      this.#isRightToLeft ? origin.right - right : left - origin.left;
    return Array.from((element instanceof Range ? element : plain(element)).getClientRects())
      .filter(({ height }) => height > 0)
      .map((rectangle) => ({
        page: Math.floor((distance(rectangle) + ROUNDING_PX) / widthPx) + 1,
        top: rectangle.top - origin.top,
        bottom: rectangle.bottom - origin.top,
      }));
  }

  /** A cover may be as high as the first page, and columns are as high as the others. */
  #cutCover(): void {
    const { heightPx } = this.#boxes.read('auto');
    const firstPx = this.#boxes.read(':first').heightPx;
    for (let { firstElementChild: element } = page.body; element instanceof HTMLElement;) {
      const cover = plain(element);
      const { height } = cover.getBoundingClientRect();
      if (height > heightPx && height <= firstPx + ROUNDING_PX) {
        this.#set(cover.style, 'height', `${heightPx - 1}px`);
        this.#set(cover.style, 'min-height', '0');
        this.#set(cover.style, 'overflow', 'clip');
      }
      element = cover.firstElementChild;
    }
  }

  #undoTransforms(style: CSSStyleDeclaration, computed: CSSStyleDeclaration): void {
    for (const [property, value] of Object.entries(NEUTRAL))
      if (computed.getPropertyValue(property) !== 'none') this.#set(style, property, value);
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
