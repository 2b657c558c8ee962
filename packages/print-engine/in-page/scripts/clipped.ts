import { plain } from './pristine.ts';
import type { ClippedBox } from '../loss-messages.ts';
import type { PageDocument } from './documents.ts';

/** Limits for the elements of a document, and for the nodes in one box. What is beyond them is not checked. */
const MAX_ELEMENTS = 20_000;
const MAX_NODES = 2_000;

const MAX_BOXES = 5;
const MAX_NAME_CHARACTERS = 80;

/** Chromium rounds lengths to whole pixels. */
const ROUNDING_PX = 1;

/** A box with a shorter side is closed on purpose. */
const MIN_BOX_PX = 8;

const SCROLLS = /auto|scroll/;

/**
 * Finds boxes that a person could scroll. On paper nobody can, so the content outside of the box is lost. `overflow: hidden` counts
 * only on the body: elsewhere it hides something on purpose. A frame is such a box too.
 */
export function findClipped(documents: readonly PageDocument[]): ClippedBox[] {
  const found: ClippedBox[] = [];
  for (const { window, document } of documents) {
    const frame = findCutFrame(window, document);
    if (frame !== null && found.push(frame) === MAX_BOXES) return found;
    const elements = document.querySelectorAll<HTMLElement>(':not(html, head, head *, form)');
    for (const element of Array.from(elements).slice(0, MAX_ELEMENTS)) {
      const box = findCut(element, document);
      if (box !== null && found.push(box) === MAX_BOXES) return found;
    }
  }
  return found;
}

function findCut(element: HTMLElement, document: Document): ClippedBox | null {
  const { clientHeight, clientWidth, scrollHeight, scrollWidth } = plain(element);
  const isHigher = scrollHeight > clientHeight + ROUNDING_PX;
  const isWider = scrollWidth > clientWidth + ROUNDING_PX;
  if ((!isHigher && !isWider) || clientHeight < MIN_BOX_PX || clientWidth < MIN_BOX_PX) return null;
  const { overflowX, overflowY } = getComputedStyle(element);
  const scrolls = (overflow: string) =>
    element === document.body ? isOwnOfBody(overflow, document) : SCROLLS.test(overflow);
  const cutsHeight = isHigher && scrolls(overflowY);
  const cutsWidth = isWider && scrolls(overflowX);
  if (!cutsHeight && !cutsWidth) return null;
  const isCut =
    plain(element).tagName === 'TEXTAREA' ||
    hasContentOutside(element, plain(element).getBoundingClientRect(), cutsHeight, cutsWidth);
  return isCut ? describe(element, cutsHeight) : null;
}

/** Returns the frame of the document if its window cuts the document, unless the author hides its scroll bars. */
function findCutFrame(view: Window, document: Document): ClippedBox | null {
  const frame = view.frameElement;
  const root: HTMLElement | null = document.documentElement;
  if (!frame || !root || /^(?:no|off)$/i.test(frame.getAttribute('scrolling') ?? '')) return null;
  const { clientHeight, clientWidth } = plain(frame);
  const [isHigher, isWider] = [
    root.scrollHeight > clientHeight + ROUNDING_PX,
    root.scrollWidth > clientWidth + ROUNDING_PX,
  ];
  if ((!isHigher && !isWider) || clientHeight < MIN_BOX_PX || clientWidth < MIN_BOX_PX) return null;
  const hides = [root, document.body as HTMLElement | null].some(
    (element) => element !== null && /hidden|clip/.test(getComputedStyle(element).overflow),
  );
  const seen = new DOMRect(0, 0, clientWidth, clientHeight);
  if (hides || !hasContentOutside(root, seen, isHigher, isWider)) return null;
  return {
    element: nameOf(frame),
    side: isHigher ? 'high' : 'wide',
    boxPx: isHigher ? clientHeight : clientWidth,
    contentPx: isHigher ? root.scrollHeight : root.scrollWidth,
  };
}

/** The window takes the overflow of the body, unless the root has its own. Then the body cuts its content. */
const isOwnOfBody = (overflow: string, document: Document): boolean =>
  overflow !== 'visible' && getComputedStyle(document.documentElement).overflowY !== 'visible';

/** Returns whether visible content is outside of the box. Empty space and hidden menus may be outside. */
function hasContentOutside(
  box: HTMLElement,
  { top, right, bottom, left }: DOMRect,
  cutsHeight: boolean,
  cutsWidth: boolean,
): boolean {
  const isOutside = (rect: DOMRect): boolean => {
    const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2];
    return (cutsHeight && (y > bottom || y < top)) || (cutsWidth && (x > right || x < left));
  };
  const walker = box.ownerDocument.createTreeWalker(box, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  let node: Node | null = walker.lastChild();
  for (let count = 0; node !== null && count < MAX_NODES; count += 1) {
    if (readRects(node).some(isOutside)) return true;
    node = walker.lastChild() ?? previousOf(walker);
  }
  return false;
}

/** The nodes are visited from the last one, because the end of the content is usually the part outside. */
function previousOf(walker: TreeWalker): Node | null {
  for (;;) {
    const sibling = walker.previousSibling();
    if (sibling !== null) return sibling;
    if (walker.parentNode() === null || walker.currentNode === walker.root) return null;
  }
}

function readRects(node: Node): DOMRect[] {
  if (isElement(node))
    return PICTURE.test(plain(node).tagName) && isSeen(node) ? [...plain(node).getClientRects()] : [];
  if (plain(node).nodeValue?.trim() === '' || !isSeen(plain(node).parentElement)) return [];
  const range = new Range();
  range.selectNodeContents(node);
  return [...range.getClientRects()];
}

/** `instanceof` does not know the nodes of a frame. */
const isElement = (node: Node): node is Element => plain(node).nodeType === Node.ELEMENT_NODE;

const PICTURE = /^(?:img|svg|canvas|video)$/i;

const isSeen = (element: Element | null): boolean =>
  element !== null && plain(element).checkVisibility({ opacityProperty: true, visibilityProperty: true });

/** The tag, the id and the classes of an element, such as `div.app`. */
export function nameOf(element: Element): string {
  const { tagName, id, classList } = plain(element);
  const name = `${tagName.toLowerCase()}${id && `#${id}`}${[...classList].map((one) => `.${one}`).join('')}`;
  return name.slice(0, MAX_NAME_CHARACTERS);
}

function describe(element: HTMLElement, isHeight: boolean): ClippedBox {
  const { clientHeight, clientWidth, scrollHeight, scrollWidth } = plain(element);
  return {
    element: nameOf(element),
    side: isHeight ? 'high' : 'wide',
    boxPx: isHeight ? clientHeight : clientWidth,
    contentPx: isHeight ? scrollHeight : scrollWidth,
  };
}
