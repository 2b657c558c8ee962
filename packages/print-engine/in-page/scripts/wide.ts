import { MAX_SHRINK } from '../max-shrink.ts';
import type { CutElement, PageWidth, WideContent } from '../loss-messages.ts';
import { nameOf } from './clipped.ts';
import { isVertical, listNamedPages, readPageMargins, readPageSize } from './paper.ts';
import { page, plain } from './pristine.ts';
import { adopt, drop } from './style-sheets.ts';

/** Nodes beyond this are not checked. */
const MAX_NODES = 20_000;

const MAX_ELEMENTS = 5;

/** Of the font size: letters have a space beside them, which headings and initials often put beyond the edge. */
const SIDE_BEARING = 0.1;

/** Chromium rounds lengths to whole pixels. */
const ROUNDING_PX = 1;

const pageWidth = new CSSStyleSheet();

export interface OffPage {
  readonly wide: WideContent | null;
  readonly cutAtEdge: readonly CutElement[];
}

/** Finds content beside the page: what makes the document wider, which Chromium shrinks and then cuts, and what is only cut. */
export function findOffPage(width: PageWidth): OffPage {
  const root: Element | null = page.documentElement;
  if (!root || isVertical()) return { wide: null, cutAtEdge: [] };
  const pagePx = readWidth(width);
  const named = listOtherWidths(width, pagePx);
  const found = findOffMainPages(root, { pagePx, isOwn: width.ofDocument === 'paper', named }, width);
  if (found.wide !== null) return found;
  for (const [name, px] of named) {
    const wide = withWidth(px, () => measureWide(root, px, (used) => used === name));
    // Pages of several widths are not shrunk.
    if (wide !== null) return { ...found, wide: { ...wide, maxPx: px } };
  }
  return found;
}

interface MainPages {
  readonly pagePx: number;
  /** The document chooses its paper. */
  readonly isOwn: boolean;
  /** The pages with a name that have another width. */
  readonly named: ReadonlyMap<string, number>;
}

function findOffMainPages(
  root: Element,
  { pagePx, isOwn, named }: MainPages,
  { windowPx }: PageWidth,
): OffPage {
  const measure = () => measureWide(root, pagePx, (used) => !named.has(used));
  if (pagePx === windowPx) {
    const scrolled: Element = page.scrollingElement ?? root;
    const contentPx = Math.max(root.scrollWidth, scrolled.scrollWidth);
    if (contentPx <= pagePx + ROUNDING_PX) return { wide: null, cutAtEdge: findCutAtEdge(root, 0, pagePx) };
    const hidden = isOwn || named.size > 0 ? null : nameRoot(root, pagePx, contentPx);
    return { wide: measure() ?? hidden, cutAtEdge: [] };
  }
  return withWidth(pagePx, () => {
    const wide = measure();
    // Fixed boxes are at the right of the window, so only the left edge counts.
    const { left } = plain(root).getBoundingClientRect();
    return { wide, cutAtEdge: wide ? [] : findCutAtEdge(root, left, Infinity) };
  });
}

/** Lays the document out with the width of a page. */
function withWidth<Result>(pagePx: number, measure: () => Result): Result {
  pageWidth.replaceSync(`:root { box-sizing: border-box !important; width: ${pagePx}px !important }`);
  adopt(pageWidth);
  try {
    return measure();
  } finally {
    drop(pageWidth);
  }
}

/** Returns the width of the content of pages. The document may choose its margins and its paper. @param pages default: page one */
function readWidth({ windowPx, scale, ofDocument }: PageWidth, pages?: string): number {
  if (ofDocument === null) return windowPx;
  const { left, right } = readPageMargins(pages);
  const paperPx = (ofDocument === 'paper' && readPageSize(pages)?.width) || windowPx * scale;
  return Math.ceil((paperPx - left - right) / scale - 1e-6);
}

const MAX_NAMED_PAGES = 10;

function listOtherWidths(width: PageWidth, pagePx: number): ReadonlyMap<string, number> {
  if (width.ofDocument === null) return new Map();
  const widths = Array.from(listNamedPages(), (name) => [name, readWidth(width, name)] as const);
  return new Map(widths.filter(([, px]) => px !== pagePx).slice(0, MAX_NAMED_PAGES));
}

/** Returns the name of the pages that an element is on, or `auto`. */
function pageOf(element: Element | null): string {
  for (let each = element; each !== null; each = plain(each).parentElement) {
    const name = getComputedStyle(each).getPropertyValue('page');
    if (name !== 'auto') return name;
  }
  return 'auto';
}

/** @param isOn whether pages with a name, or `auto`, have this width */
function measureWide(root: Element, pagePx: number, isOn: (name: string) => boolean): WideContent | null {
  // The body's direction holds for the window.
  const body: Element | null = page.body;
  const isFromRight = getComputedStyle(body ?? root).direction === 'rtl';
  const { left, right } = plain(root).getBoundingClientRect();
  const reach = (rect: DOMRect): number => (isFromRight ? right - rect.left : rect.right - Math.min(left, 0));
  const elements: WideContent['elements'][number][] = [];
  let contentPx = 0;
  const note = (element: Element, rect: DOMRect): boolean => {
    // Little is wide, so the page is looked for last.
    if (reach(rect) <= pagePx + ROUNDING_PX || !isOn(pageOf(element))) return false;
    contentPx = Math.max(contentPx, Math.ceil(reach(rect)));
    if (elements.length < MAX_ELEMENTS)
      elements.push({
        element: nameOf(element),
        widthPx: Math.round(rect.width),
        endPx: Math.round(reach(rect)),
      });
    return true;
  };
  visitOutermost(root, (node) => (node instanceof Element ? isNoted(node, note) : noteText(node, note)));
  return elements.length === 0
    ? null
    : { elements, pagePx, contentPx, maxPx: isFromRight ? pagePx : Math.floor(pagePx * MAX_SHRINK) };
}

/**
 * What makes a document wide may have no element that can be read: content of CSS, a box of a closed shadow tree, what is far from the
 * start.
 */
const nameRoot = (root: Element, pagePx: number, contentPx: number): WideContent => ({
  elements: [{ element: nameOf(root), widthPx: contentPx, endPx: contentPx }],
  pagePx,
  contentPx,
  maxPx: Math.floor(pagePx * MAX_SHRINK),
});

/**
 * Finds elements whose text is cut at an edge to which no window can scroll, so that nothing is shrunk: that at which lines begin, and
 * both for fixed boxes. What is wholly outside is hidden on purpose, and so is a decoration without text.
 */
function findCutAtEdge(root: Element, startPx: number, endPx: number): CutElement[] {
  const found = new Map<Element, CutElement>();
  const isPassed = new Set<Element>();
  const range = new Range();
  let bearingPx = 0;
  const isCut = ({ left, right }: DOMRect): boolean =>
    left < startPx - bearingPx || right > endPx + bearingPx;
  const crosses = (rect: DOMRect): boolean =>
    rect.right > startPx + ROUNDING_PX && rect.left < endPx - ROUNDING_PX && isCut(rect);
  /** The innermost box of a text that is partly on the page. Each is read once. */
  const findCrossing = (text: DOMRect, parent: Element): Element | null => {
    for (
      let box: Element | null = parent;
      box !== null && !isPassed.has(box);
      box = plain(box).parentElement
    ) {
      const rect = Element.prototype.getBoundingClientRect.call(box);
      if (rect.left > text.left + ROUNDING_PX || rect.right < text.right - ROUNDING_PX) return null;
      if (crosses(rect)) return box;
      isPassed.add(box);
    }
    return null;
  };
  visitOutermost(root, (node) => {
    if (found.size === MAX_ELEMENTS) return true;
    const { parentElement, nodeValue } = plain(node);
    if (node instanceof Element || parentElement === null || nodeValue?.trim() === '') return false;
    range.selectNodeContents(node);
    const rect = range.getBoundingClientRect();
    const isLeft = rect.left < startPx - ROUNDING_PX;
    if ((!isLeft && rect.right <= endPx + ROUNDING_PX) || rect.width === 0 || !isSeen(parentElement))
      return false;
    bearingPx = readBearing(parentElement);
    if (!isCut(rect)) return false;
    const cut = crosses(rect) ? parentElement : findCrossing(rect, parentElement);
    if (cut !== null) found.set(cut, { element: nameOf(cut), side: isLeft ? 'left' : 'right' });
    return false;
  });
  return [...found.values()];
}

/** A large initial has more space beside it. */
function readBearing(element: Element): number {
  const lines = Number.parseFloat(
    getComputedStyle(element, '::first-letter').getPropertyValue('initial-letter'),
  );
  const fontPx = Number.parseFloat(getComputedStyle(element).fontSize);
  return Math.max(ROUNDING_PX, fontPx * SIDE_BEARING * (1 + (lines || 0)));
}

/** Visits nodes, but not what is inside of one that is done. Boxes that cut their content keep it from the page. */
function visitOutermost(root: Element, isDone: (node: Node) => boolean): void {
  let count = 0;
  const visit = (tree: Node): void => {
    const walker = root.ownerDocument.createTreeWalker(tree, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    let node: Node | null = walker.firstChild();
    for (; node !== null && count < MAX_NODES; count += 1) {
      const isPassed = isDone(node) || (node instanceof Element && cuts(node));
      const shadow = !isPassed && node instanceof Element ? plain(node).shadowRoot : null;
      if (shadow) visit(shadow);
      node = (isPassed ? null : walker.firstChild()) ?? nextOf(walker);
    }
  };
  visit(root);
}

function nextOf(walker: TreeWalker): Node | null {
  for (;;) {
    const sibling = walker.nextSibling();
    if (sibling !== null) return sibling;
    if (walker.parentNode() === null || walker.currentNode === walker.root) return null;
  }
}

const isNoted = (element: Element, note: (element: Element, rect: DOMRect) => boolean): boolean => {
  const rect = Element.prototype.getBoundingClientRect.call(element);
  return rect.width > 0 && rect.height > 0 && isSeen(element) && note(element, rect);
};

/** A text that does not wrap is wider than its element. */
function noteText(text: Node, note: (element: Element, rect: DOMRect) => boolean): boolean {
  const { parentElement, nodeValue } = text;
  if (parentElement === null || nodeValue?.trim() === '' || !isSeen(parentElement)) return false;
  const range = new Range();
  range.selectNodeContents(text);
  return [...range.getClientRects()].some((rect) => note(parentElement, rect));
}

const isSeen = (element: Element): boolean => plain(element).checkVisibility({ visibilityProperty: true });

/** The window takes the overflow of the root and of the body. */
function cuts(element: Element): boolean {
  if (element === page.body) return false;
  const { overflowX, contain, display } = getComputedStyle(element);
  return display === 'none' || overflowX !== 'visible' || /paint|strict|content/.test(contain);
}
