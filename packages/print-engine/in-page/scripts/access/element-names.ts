import { plain } from '../pristine.ts';
/** The number of nodes whose text is read in one element. */
const MAX_NODES = 500;
const MAX_TEXT_CHARACTERS = 500;

/** The number of nodes that are read in the whole document. After that, each element counts as one with a text. */
const MAX_ALL_NODES = 200_000;
const UNREAD = '…';

/** The text of these elements can be part of a word. */
const INLINE = /^(?:a|abbr|b|bdi|bdo|cite|code|em|font|i|kbd|mark|q|s|small|span|strong|sub|sup|u|var|wbr)$/;

let nodesLeft = 0;

export function startReading(): void {
  nodesLeft = MAX_ALL_NODES;
}

/** The fields of a form hide its properties if they have the same names. */
const tagOf = (element: Element): string => Reflect.get(Element.prototype, 'localName', element);
export const parentOf = (element: Element): Element | null =>
  Reflect.get(Node.prototype, 'parentElement', element);
export const rectOf = (element: Element): DOMRect => Element.prototype.getBoundingClientRect.call(element);
const childrenOf = (element: Element): Element[] =>
  Array.from(Reflect.get(Element.prototype, 'children', element));
const attributeOf = (element: Element, name: string): string =>
  Element.prototype.getAttribute.call(element, name) ?? '';

/** Returns what a screen reader reads in an element: its texts and those of its images. Hidden elements have none. */
export function readText(root: Element): string {
  if (nodesLeft <= 0) return UNREAD;
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  let text = '';
  let count = 0;
  for (let node = walker.nextNode(); node !== null && count < MAX_NODES; count += 1) {
    nodesLeft -= 1;
    if (isElement(node) && isIgnored(node)) {
      node = nextAfter(walker);
      continue;
    }
    if (isElement(node))
      text += INLINE.test(plain(node).localName) ? '' : ` ${plain(node).getAttribute('alt') ?? ''} `;
    else text += plain(node).nodeValue ?? '';
    if (text.length > MAX_TEXT_CHARACTERS) break;
    node = walker.nextNode();
  }
  return tidy(text);
}

/** `instanceof` does not know the nodes of a frame. */
export const isElement = (node: Node): node is Element => plain(node).nodeType === Node.ELEMENT_NODE;

const isIgnored = (element: Element): boolean =>
  /^(?:script|style|template|noscript)$/i.test(plain(element).tagName) ||
  plain(element).getAttribute('aria-hidden') === 'true' ||
  !plain(element).checkVisibility({ visibilityProperty: true });

function nextAfter(walker: TreeWalker): Node | null {
  for (;;) {
    const sibling = walker.nextSibling();
    if (sibling !== null) return sibling;
    if (walker.parentNode() === null || walker.currentNode === walker.root) return null;
  }
}

const tidy = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TEXT_CHARACTERS).toWellFormed();

/** Returns the name that attributes give an element, or an empty text (Accessible Name Computation 1.2, 4.3). */
export function readLabel(element: Element): string {
  const ids = (plain(element).getAttribute('aria-labelledby') ?? '').split(/\s+/).slice(0, 10);
  const labelled = ids.map((id) => {
    const label = id === '' ? null : plain(element).ownerDocument.getElementById(id);
    return label === null ? '' : readText(label) || (label.getAttribute('aria-label') ?? '');
  });
  return tidy(labelled.join(' ')) || tidy(plain(element).getAttribute('aria-label') ?? '');
}

export const readTitle = (element: Element): string => tidy(plain(element).getAttribute('title') ?? '');

const MAX_SELECTOR_CHARACTERS = 160;
const PLAIN_NAME = /^[A-Za-z][\w-]{0,60}$/;

/** Returns a selector that finds the element. It begins at the nearest ancestor with an id. */
export function toSelector(element: Element): string {
  const steps: string[] = [];
  let length = 0;
  for (let at: Element | null = element; at !== null; at = parentOf(at)) {
    const id = attributeOf(at, 'id');
    const step = PLAIN_NAME.test(id) ? `#${id}` : toStep(at);
    length += step.length + ' > '.length;
    // The end of the path says the most.
    if (steps.length > 0 && length > MAX_SELECTOR_CHARACTERS) break;
    steps.unshift(step);
    if (step.startsWith('#') || /^(?:body|html)$/.test(step)) break;
  }
  return steps.join(' > ');
}

function toStep(element: Element): string {
  const tag = tagOf(element).slice(0, 60);
  if (tag === 'html' || tag === 'body') return tag;
  const classes = attributeOf(element, 'class')
    .split(/\s+/)
    .filter((name) => PLAIN_NAME.test(name));
  const name = `${tag}${classes
    .slice(0, 2)
    .map((one) => `.${one}`)
    .join('')}`;
  const parent = parentOf(element);
  const siblings = parent === null ? [] : childrenOf(parent);
  const same = siblings.filter((sibling) => tagOf(sibling) === tagOf(element));
  return same.length > 1 ? `${name}:nth-of-type(${same.indexOf(element) + 1})` : name;
}
