import { page, plain } from '../../pristine.ts';
import { OWN } from '../own-names.ts';

/**
 * A box whose text does not flow around floats outside of it, such as a table, a grid, or a box with columns. A float at the foot of the page would
 * push the whole box to the next page. So a box that breaks there gets a frame. Its lower border is transparent, and keeps the foot of each page free.
 */
export interface ClosedBox {
  readonly element: HTMLElement;
  readonly hasColumns: boolean;
  frame: HTMLElement | null;
  /** The height of the space under the box on each page except its last one. */
  spacePx: number;
  /** The box has the space itself. */
  readonly isOwnFrame: boolean;
  /** The margin below the box in the document. */
  readonly marginPx: number;
  /** The margin above the next box. */
  readonly nextMarginPx: number;
}

/** The smallest length that a layout knows is 1/64 pixel. */
const LEAST_PX = 0.02;

export const FRAME_STYLE = `
  ${OWN}-frame:not(#a#b#c) { display: block !important; box-decoration-break: clone !important }
  [data-${OWN}-frame]:not(#a#b#c) { box-decoration-break: clone !important }`;

/**
 * Finds the outermost boxes that need a frame where a page ends.
 * @param hasFloats the document has floats of its own. They could not be higher than an earlier float of ours (CSS 2.2, 9.5.1). So we add no floats, and
 * each block needs a frame
 */
export function findClosedBoxes(hasFloats: boolean): ClosedBox[] {
  const boxes: ClosedBox[] = [];
  const visit = (element: Element): void => {
    const style = getComputedStyle(element);
    if (!(element instanceof HTMLElement) || isOutOfFlow(style, hasFloats)) return;
    if (style.display === 'contents' || (isBlock(element, style) && (!hasFloats || hasBlocks(element)))) {
      if (!hasFloats) openBlock(element, style);
      for (const child of plain(element).children) visit(child);
    } else if (hasFloats || !isReplaced(element)) {
      boxes.push(toBox(element, style));
    }
  };
  visit(page.body);
  // A box with a width of 0 would fit beside the float. The styles are written last: after each of them, a margin would need a layout.
  const narrow = boxes.filter(({ element }) => /^(?:0px|auto)$/.test(getComputedStyle(element).minWidth));
  for (const { element } of narrow) plain(element).style.setProperty('min-width', '1px', 'important');
  return boxes;
}

function toBox(element: HTMLElement, style: CSSStyleDeclaration): ClosedBox {
  const next = plain(element).nextElementSibling;
  return {
    element,
    hasColumns: hasColumns(style),
    frame: null,
    spacePx: 0,
    isOwnFrame:
      element === page.body ||
      style.float !== 'none' ||
      (isBlock(element, style) && style.borderStyle === 'none'),
    marginPx: toPixels(style.marginBottom),
    nextMarginPx: next === null ? 0 : toPixels(getComputedStyle(next).marginTop),
  };
}

const toPixels = (length: string): number => Number.parseFloat(length) || 0;

const isOutOfFlow = ({ position, float, display }: CSSStyleDeclaration, hasFloats: boolean): boolean =>
  position === 'absolute' ||
  position === 'fixed' ||
  (float !== 'none' && !hasFloats) ||
  /^(?:inline|none$)/.test(display);

/** Images and other boxes that cannot break move to the next page. */
const REPLACED = /^(?:img|video|canvas|iframe|object|embed|hr)$/;

const isReplaced = (element: Element): boolean => REPLACED.test(plain(element).localName);

const isBlock = (element: HTMLElement, style: CSSStyleDeclaration): boolean =>
  /^(?:block|list-item|flow-root)$/.test(style.display) &&
  style.float === 'none' &&
  !hasColumns(style) &&
  !isReplaced(element) &&
  !/paint|layout|content|strict/.test(style.contain);

const hasColumns = ({ columnCount, columnWidth }: CSSStyleDeclaration): boolean =>
  columnCount !== 'auto' || columnWidth !== 'auto';

/** Returns whether the element has blocks and no text of its own. */
const hasBlocks = (element: HTMLElement): boolean =>
  Array.from(plain(element).childNodes).every((node) => {
    if (!(node instanceof Element)) return node instanceof Comment || plain(node).textContent?.trim() === '';
    const isInline = getComputedStyle(node).display.startsWith('inline');
    return !isInline || (plain(node).textContent === '' && !isReplaced(node));
  });

/** Text in a box that scrolls or is a flow root does not flow around floats outside of it. Without floats in it, it looks the same as a block. */
function openBlock(element: HTMLElement, style: CSSStyleDeclaration): void {
  const { style: own } = plain(element);
  const isScroller = element !== page.body && !/^(?:visible|clip)$/.test(style.overflowY);
  if (!isScroller && style.display !== 'flow-root') return;
  if (isScroller) own.setProperty('overflow', 'clip', 'important');
  if (style.display === 'flow-root') own.setProperty('display', 'block', 'important');
  // The margins of its children must not become margins of the block.
  for (const edge of ['top', 'bottom'])
    if (style.getPropertyValue(`padding-${edge}`) === '0px')
      own.setProperty(`padding-${edge}`, `${LEAST_PX}px`, 'important');
}

/** A table gets an element around it. A block is its own frame. */
export function putIntoFrame(box: ClosedBox): HTMLElement {
  if (box.frame !== null) return box.frame;
  const { element } = box;
  if (box.isOwnFrame) {
    plain(element).setAttribute(`data-${OWN}-frame`, '');
    box.frame = element;
    return element;
  }
  const frame = page.createElement(`${OWN}-frame`);
  plain(element).before(frame);
  frame.append(element);
  box.frame = frame;
  return frame;
}

/**
 * Writes the space under the box. A negative margin takes it back after the last part of the box. Positive margins would collapse, but a negative
 * margin is added to the next one. So this computes the collapsed margin.
 */
export function setSpace({ frame, isOwnFrame, spacePx, marginPx, nextMarginPx }: ClosedBox): void {
  if (frame === null) return;
  const { style } = plain(frame);
  const collapsed = spacePx > 0 ? Math.max(marginPx, nextMarginPx) - nextMarginPx : marginPx;
  // The background of a block must not show in its space.
  style.setProperty('background-clip', 'padding-box', 'important');
  style.setProperty('border-bottom', `${spacePx}px solid transparent`, 'important');
  style.setProperty('margin-bottom', `${(isOwnFrame ? collapsed : 0) - spacePx}px`, 'important');
}
