import { nameOf } from './clipped.ts';
import { page, plain } from './pristine.ts';

const MAX_ELEMENTS = 20_000;
const MAX_FOUND = 5;

/** Finds texts and pictures that have a place in the document and cannot be seen there. */
export function findTransparent(): string[] {
  const found: Element[] = [];
  for (const element of Array.from(page.querySelectorAll('body *')).slice(0, MAX_ELEMENTS)) {
    if (found.length === MAX_FOUND) break;
    if (!found.some((outer) => outer.contains(element)) && isTransparent(element)) found.push(element);
  }
  return found.map(nameOf);
}

/** Menus and hints that open are taken out of the flow. */
function isTransparent(element: Element): boolean {
  const { opacity, position } = getComputedStyle(element);
  if (Number(opacity) > 0 || /absolute|fixed/.test(position)) return false;
  const { textContent, tagName, firstElementChild } = plain(element);
  const hasContent = textContent?.trim() !== '' || firstElementChild !== null || tagName === 'IMG';
  return hasContent && plain(element).checkVisibility({ visibilityProperty: true });
}
