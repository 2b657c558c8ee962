import { page, plain } from '../pristine.ts';
import { hasSidedBreaks } from './is-paged.ts';
import type { Targets } from './targets.ts';

type Side = 'left' | 'right';

/** A break after which the next page must be a left or a right one. */
interface SidedBreak {
  /** The first element of the page. */
  readonly element: Element;
  readonly fragment: string;
  readonly side: Side;
  /** It is null if the page needs no blank page before it. */
  blank: { readonly box: Element; readonly fragment: string } | null;
}

const MARGIN_BOXES = ['top', 'bottom'].flatMap((edge) =>
  ['left-corner', 'left', 'center', 'right', 'right-corner'].map((place) => `${edge}-${place}`),
);
const SIDE_BOXES = ['left', 'right'].flatMap((edge) =>
  ['top', 'middle', 'bottom'].map((place) => `${edge}-${place}`),
);

/** A blank page has no margin boxes. */
const STYLE = `
  [data-platen-blank]:not(#a#b#c) { display: block !important; page: platen-blank !important; break-before: page !important; break-after: page !important; height: 1px !important }
  @page platen-blank { ${[...MARGIN_BOXES, ...SIDE_BOXES].map((box) => `@${box} { content: none !important }`).join(' ')} }`;

/** The breaks to a left or right page. Chromium treats each as a break to any page, so blank pages are inserted. */
export class Sides {
  readonly #breaks: SidedBreak[] = [];
  readonly #targets: Targets;

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
    sheet.replaceSync(STYLE);
    page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet];
  }

  get count(): number {
    return this.#breaks.length;
  }

  #add(element: Element, side: Side, seen: Set<Element>): void {
    if (seen.has(element)) return;
    seen.add(element);
    this.#breaks.push({ element, fragment: this.#targets.linkTo(element), side, blank: null });
  }

  /**
   * Inserts and removes blank pages. The side of a page does not depend on its number: the first one is on the right.
   * @returns for each move, the first page that moves, and by how many pages it and the next ones move
   */
  turn(pages: ReadonlyMap<string, number>): (readonly [first: number, by: number])[] {
    const isRightToLeft = isReadFromRight();
    const moves: (readonly [number, number])[] = [];
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
      sided.blank = sided.blank === null ? this.#insertBlank(sided.element) : removeBlank(sided.blank.box);
      moves.push([number, by]);
      shift += by;
    }
    return moves;
  }

  /** Returns the numbers of the blank pages. */
  findBlanks(pages: ReadonlyMap<string, number>): number[] {
    return this.#breaks.flatMap(({ blank }) => (blank === null ? [] : (pages.get(blank.fragment) ?? [])));
  }

  #insertBlank(element: Element) {
    const box = page.createElement('div');
    box.setAttribute('data-platen-blank', '');
    box.setAttribute('aria-hidden', 'true');
    plain(element).before(box);
    return { box, fragment: this.#targets.linkTo(box) };
  }
}

const isReadFromRight = (): boolean => getComputedStyle(page.documentElement).direction === 'rtl';

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

function hasContentBefore(element: Element): boolean {
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
