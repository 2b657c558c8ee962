import { listPageRules } from '../page-rules.ts';
import { isReadFromRight } from '../paper.ts';
import type { PageWarning } from '../../paged-messages.ts';
import { page, plain } from '../pristine.ts';
import { adopt } from '../style-sheets.ts';
import { hasSidedBreaks } from './is-paged.ts';
import { listMarginBoxes } from './margin-boxes.ts';
import { toName } from './moved.ts';
import type { PageMove, Targets } from './targets.ts';
import { OWN } from './own-names.ts';

type Side = 'left' | 'right';

/** A break after which the next page must be a left or a right one. */
interface SidedBreak {
  /** The first element of the page. */
  readonly element: Element;
  readonly fragment: string;
  readonly side: Side;
  /** It is null if the page needs no blank page before it. */
  blank: Element | null;
}

const MARGIN_BOXES = ['top', 'bottom'].flatMap((edge) =>
  ['left-corner', 'left', 'center', 'right', 'right-corner'].map((place) => `${edge}-${place}`),
);
const SIDE_BOXES = ['left', 'right'].flatMap((edge) =>
  ['top', 'middle', 'bottom'].map((place) => `${edge}-${place}`),
);

/** The name of blank pages. Rules for `@page :blank` have it too, because Chromium does not know them. */
const BLANK = `${OWN}-blank`;

const listBlankRules = (): CSSPageRule[] =>
  listPageRules().filter(({ selectorText }) =>
    selectorText.split(',').some((selector) => selector.trim() === BLANK),
  );

/** Returns the style of blank pages. They have only the margin boxes of rules for blank pages. */
function toBlankStyle(): string {
  const filled = new Set(listBlankRules().flatMap((rule) => listMarginBoxes(rule).map(({ name }) => name)));
  const empty = [...MARGIN_BOXES, ...SIDE_BOXES].filter((name) => !filled.has(name));
  return `
    [data-${OWN}-blank]:not(#a#b#c) { display: block !important; page: ${BLANK} !important; break-before: page !important; break-after: page !important; height: 1px !important; grid-column: 1 / -1 !important }
    @page ${BLANK} { ${empty.map((name) => `@${name} { content: none !important }`).join(' ')} }`;
}

const FILLED: PageWarning = {
  code: 'BLANK_PAGE_FILLED',
  message:
    'A blank page is in a table whose head or foot is repeated, or in a float, and has something of its own: a rule for `@page :blank`, or the background of the document. So it also has this head or foot, or the margin boxes of other pages. Break to a left or right page outside of the table or float instead.',
};

/** The breaks to a left or right page. Chromium treats each as a break to any page, so blank pages are inserted. */
export class Sides {
  readonly #breaks: SidedBreak[] = [];
  readonly #targets: Targets;
  /** The document's own rules decide, not those of the engine. */
  readonly #areEmpty = areEmpty();
  /** A script moves elements away from the blank pages before them. So blank pages are in their elements, and move with them. */
  #areInside = false;
  /** The last print had blank pages in other places than the next one, so it does not show on which sides the next pages are. */
  #areMoved = false;

  constructor(targets: Targets) {
    this.#targets = targets;
    if (!hasSidedBreaks()) return;
    const isRightToLeft = isReadFromRight();
    const seen = new Set<Element>();
    for (const element of page.querySelectorAll('body *')) {
      const { breakBefore, breakAfter } = getComputedStyle(element);
      const before = toSide(breakBefore, isRightToLeft);
      const after = toSide(breakAfter, isRightToLeft);
      if (before !== null) this.#add(findFirst(element), before, seen);
      const next = after === null ? null : findNext(element);
      if (after !== null && next !== null) this.#add(next, after, seen);
    }
    if (this.#breaks.length === 0) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(toBlankStyle());
    adopt(sheet);
  }

  get count(): number {
    return this.#breaks.length;
  }

  get printWarnings(): readonly PageWarning[] {
    return this.#breaks.some(isFilled) && !this.#areEmpty ? [FILLED] : [];
  }

  #add(element: Element, side: Side, seen: Set<Element>): void {
    if (seen.has(element)) return;
    seen.add(element);
    this.#breaks.push({ element, fragment: this.#targets.add(element), side, blank: null });
  }

  /** Puts blank pages back that a script has moved. @returns what was printed otherwise */
  restore(): string[] {
    const moved = this.#breaks.filter(
      ({ element, blank }) =>
        blank !== null && plain(blank).nextSibling !== element && blank.parentElement !== element,
    );
    this.#areInside ||= moved.length > 0;
    this.#areMoved = moved.length > 0;
    for (const sided of moved) {
      sided.blank?.remove();
      sided.blank = this.#insertBlank(sided.element);
    }
    return moved.map(({ fragment }) => `the blank page before "${toName(fragment)}" was moved by a script`);
  }

  /**
   * Inserts and removes blank pages. The side of a page does not depend on its number: the first one is on the right.
   * @returns for each move, the first page that moves, and by how many pages it and the next ones move
   */
  turn(pages: ReadonlyMap<string, number>): PageMove[] {
    const moves: PageMove[] = [];
    if (this.#areMoved) {
      this.#areMoved = false;
      return moves;
    }
    const isRightToLeft = isReadFromRight();
    let shift = 0;
    const placed = this.#breaks.flatMap((sided) => {
      const number = pages.get(sided.fragment);
      return number === undefined ? [] : [{ sided, number }];
    });
    placed.sort((one, other) => one.number - other.number);
    for (const { sided, number } of placed) {
      const isRight = (number + shift) % 2 === (isRightToLeft ? 0 : 1);
      if (isRight === (sided.side === 'right')) continue;
      const by = sided.blank === null ? 1 : -1;
      sided.blank = sided.blank === null ? this.#insertBlank(sided.element) : removeBlank(sided.blank);
      moves.push([number, by]);
      shift += by;
    }
    return moves;
  }

  #insertBlank(element: Element): Element {
    const box = page.createElement('div');
    box.setAttribute(`data-${OWN}-blank`, '');
    box.setAttribute('aria-hidden', 'true');
    if (this.#areInside) plain(element).prepend(box);
    else plain(element).before(box);
    return box;
  }

  /** Returns the numbers of the blank pages. */
  findBlanks(pages: ReadonlyMap<string, number>): number[] {
    return this.#findNumbers(pages, ({ blank }) => blank !== null);
  }

  /** Returns the numbers of the blank pages on which nothing may be that Chromium prints there. */
  findFilled(pages: ReadonlyMap<string, number>): number[] {
    return this.#areEmpty ? this.#findNumbers(pages, isFilled) : [];
  }

  #findNumbers(pages: ReadonlyMap<string, number>, isWanted: (sided: SidedBreak) => boolean): number[] {
    return this.#breaks.filter(isWanted).flatMap(({ fragment }) => {
      const number = pages.get(fragment);
      return number === undefined ? [] : [number - 1];
    });
  }
}

/** Returns whether blank pages have nothing of their own. */
const areEmpty = (): boolean =>
  listBlankRules().length === 0 &&
  !listPageRules().some(({ style }) => style.cssText.includes('background')) &&
  [page.documentElement, page.body].every((element) => {
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    return backgroundColor === 'rgba(0, 0, 0, 0)' && backgroundImage === 'none';
  });

/** Returns whether Chromium prints something on a blank page: a head or foot of a table, or the margin boxes of the page before a float. */
function isFilled({ blank }: SidedBreak): boolean {
  for (let box = blank?.parentElement ?? null; box !== null; box = plain(box).parentElement) {
    const isRepeating = Array.from(plain(box).children).some((part) =>
      /^table-(?:header|footer)-group$/.test(getComputedStyle(part).display),
    );
    if (isRepeating || getComputedStyle(box).float !== 'none') return true;
  }
  return false;
}

function removeBlank(box: Element): null {
  box.remove();
  return null;
}

function toSide(value: string, isRightToLeft: boolean): Side | null {
  if (value === 'left' || value === 'right') return value;
  if (value === 'recto') return isRightToLeft ? 'left' : 'right';
  return value === 'verso' ? (isRightToLeft ? 'right' : 'left') : null;
}

/** A break before the first child of a box is a break before the box (css-break-3, 3.1). */
function findFirst(element: Element): Element {
  const parent = plain(element).parentElement;
  if (parent === null || parent === page.body || hasContentBefore(element)) return element;
  return findFirst(parent);
}

export function hasContentBefore(element: Element): boolean {
  for (let node = plain(element).previousSibling; node !== null; node = plain(node).previousSibling) {
    if (node instanceof Text && node.data.trim() !== '') return true;
    if (node instanceof Element && plain(node).checkVisibility()) return true;
  }
  return false;
}

function findNext(element: Element): Element | null {
  for (let box: Element | null = element; box !== null && box !== page.body; box = plain(box).parentElement)
    for (let next = plain(box).nextElementSibling; next !== null; next = plain(next).nextElementSibling)
      if (plain(next).checkVisibility()) return findFirst(next);
  return null;
}
