import { page, plain } from '../pristine.ts';
import { hasContentBefore } from './sides.ts';

/** Returns the distance of an element from the top of its page if nothing is above it, in pixels. Margins collapse. If the page breaks automatically, Chromium leaves out the margins above the element. */
export function measureTop(element: Element): number {
  let [top, margin] = [0, 0];
  for (let box: Element | null = element; box !== null && box !== page.documentElement;) {
    const style = getComputedStyle(box);
    const inner = box === element ? 0 : toNumber(style.borderTopWidth) + toNumber(style.paddingTop);
    if (inner > 0) [top, margin] = [top + margin + inner, 0];
    margin = Math.max(margin, toNumber(style.marginTop));
    const parent: Element | null = plain(box).parentElement;
    if (parent === null || hasContentBefore(box)) break;
    box = parent;
  }
  return top + margin;
}

const toNumber = (length: string): number => Number.parseFloat(length) || 0;
