import { Gaps } from './gaps.ts';
import { page, plain } from './pristine.ts';

/** Nodes beyond this are not read. */
const MAX_NODES = 5_000;

/**
 * Returns the beginning of the text, with a space wherever a reader sees one: a line break, a block, a gap that CSS makes. What is hidden
 * in the element is left out, but the element itself may be hidden, because a named string may come from one that is. Nested elements may
 * all have the same long text, so the rest is not read.
 */
export function readText(element: Element, maxCharacters: number): string {
  const walker = page.createTreeWalker(element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const isHidden = readVisibility(element) !== 'visible';
  const gaps = new Gaps();
  let text = '';
  const add = (more: string) => {
    text = `${text}${more}`.replaceAll(/\s+/g, ' ').trimStart();
  };
  for (let count = 0; count < MAX_NODES && text.length < maxCharacters; count += 1) {
    const child = isDisplayed(walker) ? walker.firstChild() : null;
    const node = child ?? leaveToNext(walker, (left) => gaps.pass(left));
    if (node === null) break;
    if (node instanceof Element) gaps.pass(node);
    else if (isHidden || isVisible(node))
      add(`${gaps.before(node) ? ' ' : ''}${plain(node).nodeValue ?? ''}`);
  }
  return text.slice(0, maxCharacters).trim();
}

const isDisplayed = ({ currentNode, root }: TreeWalker): boolean =>
  currentNode === root ||
  !(currentNode instanceof Element) ||
  getComputedStyle(currentNode).display !== 'none';

const readVisibility = (element: Element): string => getComputedStyle(element).visibility;

const isVisible = (text: Node): boolean => {
  const { parentElement } = plain(text);
  return parentElement === null || readVisibility(parentElement) === 'visible';
};

function leaveToNext(walker: TreeWalker, leave: (node: Node) => void): Node | null {
  for (;;) {
    const sibling = walker.nextSibling();
    if (sibling !== null) return sibling;
    if (walker.parentNode() === null || walker.currentNode === walker.root) return null;
    leave(walker.currentNode);
  }
}

const MAX_HEADINGS = 5_000;
const MAX_HEADING_CHARACTERS = 500;

/** The texts of the headings, for the bookmarks that Chromium makes of them. */
export const readHeadings = (): string[] =>
  Array.from(page.querySelectorAll('h1, h2, h3, h4, h5, h6'))
    .slice(0, MAX_HEADINGS)
    .map((heading) => readText(heading, MAX_HEADING_CHARACTERS));
