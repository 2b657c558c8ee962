import { page, plain } from '../../pristine.ts';

/** A text that is not displayed has no box. At most this number of texts is looked at. */
const MAX_TEXTS = 20;

const AVOIDS = /^avoid/;

/** Returns the boxes after which no page should break, such as headings. */
export const findKeptBoxes = (): Element[] =>
  Array.from(page.querySelectorAll('body *')).filter(avoidsBreakAfter);

/** Returns the first of the kept boxes that follow each other up to this one. */
export function findFirstKept(element: Element): Element {
  let first = element;
  for (let box = plain(first).previousElementSibling; box !== null && avoidsBreakAfter(box);) {
    first = box;
    box = plain(first).previousElementSibling;
  }
  return first;
}

/** Returns the texts after a box, from the first. */
export function* listTextsAfter(element: Element): Generator<Range> {
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  walker.currentNode = lastNode(element);
  for (let count = 0; count < MAX_TEXTS; count += 1) {
    const text = walker.nextNode();
    if (text === null) return;
    if (text.textContent?.trim() === '') continue;
    const range = page.createRange();
    range.selectNodeContents(text);
    yield range;
  }
}

const avoidsBreakAfter = (element: Element): boolean => AVOIDS.test(getComputedStyle(element).breakAfter);

function lastNode(element: Element): Node {
  let node: Node = element;
  for (let last = plain(node).lastChild; last !== null; last = plain(node).lastChild) node = last;
  return node;
}
