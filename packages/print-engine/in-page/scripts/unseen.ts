import { nameOf } from './clipped.ts';
import { page, plain } from './pristine.ts';

const MAX_ELEMENTS = 20_000;
const MAX_FOUND = 5;

/** Libraries keep the address of a picture in these until it comes into the window. */
const LATER = ['data-src', 'data-srcset', 'data-original', 'data-lazy', 'data-lazy-src'];

/** Finds texts and pictures that have a place in the document and cannot be seen there. */
export function findUnseen(): string[] {
  const found: Element[] = [];
  for (const element of Array.from(page.querySelectorAll('body *')).slice(0, MAX_ELEMENTS)) {
    if (found.length === MAX_FOUND) break;
    if (!found.some((outer) => outer.contains(element)) && isUnseen(element)) found.push(element);
  }
  return found.map(nameOf);
}

function isUnseen(element: Element): boolean {
  const { opacity, visibility, position } = getComputedStyle(element);
  // Menus and hints that open are taken out of the flow.
  if (/absolute|fixed/.test(position) || !plain(element).checkVisibility()) return false;
  if (element instanceof HTMLImageElement && isEmpty(element)) return true;
  const isHidden = visibility === 'hidden' ? isAllHidden(element) : Number(opacity) === 0;
  return isHidden && hasContent(element);
}

const isEmpty = (image: HTMLImageElement): boolean =>
  image.naturalWidth <= 1 &&
  LATER.some((name) => image.hasAttribute(name) && image.getAttribute(name) !== image.getAttribute('src'));

const hasContent = (element: Element): boolean =>
  plain(element).textContent?.trim() !== '' ||
  element instanceof HTMLImageElement ||
  plain(element).firstElementChild !== null;

const isAllHidden = (element: Element): boolean =>
  Array.from(plain(element).querySelectorAll('*')).every(
    (inner) => getComputedStyle(inner).visibility === 'hidden',
  );
