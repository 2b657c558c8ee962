import { MAX_SHRINK } from '../max-shrink.ts';
import type { PageWidth, WideContent } from '../loss-messages.ts';
import { nameOf } from './clipped.ts';
import { isVertical, readPageMargins, readPageSize } from './paper.ts';
import { page, plain } from './pristine.ts';
import { adopt, drop } from './style-sheets.ts';

/** Nodes beyond this are not checked. */
const MAX_NODES = 20_000;

const MAX_ELEMENTS = 5;

/** Chromium rounds lengths to whole pixels. */
const ROUNDING_PX = 1;

const pageWidth = new CSSStyleSheet();

/** Finds the outermost elements that are wider than the page, which Chromium shrinks and then cuts. */
export function findWide({ windowPx, scale, ofDocument }: PageWidth): WideContent | null {
  const root: Element | null = page.documentElement;
  if (!root || isVertical()) return null;
  const pagePx = Math.ceil(
    (ofDocument === null ? windowPx : readDocumentWidth(windowPx * scale, ofDocument === 'paper') / scale) -
      1e-6,
  );
  const isWindow = pagePx === windowPx;
  const scrolled: Element = page.scrollingElement ?? root;
  if (isWindow && Math.max(root.scrollWidth, scrolled.scrollWidth) <= pagePx + ROUNDING_PX) return null;
  if (isWindow) return measureWide(root, pagePx);
  pageWidth.replaceSync(`:root { box-sizing: border-box !important; width: ${pagePx}px !important }`);
  adopt(pageWidth);
  try {
    return measureWide(root, pagePx);
  } finally {
    drop(pageWidth);
  }
}

/** The document chooses its margins, and may choose its paper. */
function readDocumentWidth(windowPx: number, hasOwnPaper: boolean): number {
  const { left, right } = readPageMargins();
  return ((hasOwnPaper && readPageSize()?.width) || windowPx) - left - right;
}

function measureWide(root: Element, pagePx: number): WideContent | null {
  // The body's direction holds for the window.
  const body: Element | null = page.body;
  const isFromRight = getComputedStyle(body ?? root).direction === 'rtl';
  const { left, right } = root.getBoundingClientRect();
  const reach = (rect: DOMRect): number => (isFromRight ? right - rect.left : rect.right - Math.min(left, 0));
  const elements: WideContent['elements'][number][] = [];
  let contentPx = 0;
  const note = (element: Element, rect: DOMRect): boolean => {
    if (reach(rect) <= pagePx + ROUNDING_PX) return false;
    contentPx = Math.max(contentPx, Math.ceil(reach(rect)));
    if (elements.length < MAX_ELEMENTS)
      elements.push({
        element: nameOf(element),
        widthPx: Math.round(rect.width),
        endPx: Math.round(reach(rect)),
      });
    return true;
  };
  visitOutermost(root, note);
  return elements.length === 0
    ? null
    : { elements, pagePx, contentPx, maxPx: isFromRight ? pagePx : Math.floor(pagePx * MAX_SHRINK) };
}

/** Visits nodes until `note` takes one, and not what is inside of it. Boxes that cut their content keep it from the page. */
function visitOutermost(root: Element, note: (element: Element, rect: DOMRect) => boolean): void {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  let node: Node | null = walker.firstChild();
  for (let count = 0; node !== null && count < MAX_NODES; count += 1) {
    const isDone = node instanceof Element ? isNoted(node, note) || cuts(node) : noteText(node, note);
    node = (isDone ? null : walker.firstChild()) ?? nextOf(walker);
  }
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
