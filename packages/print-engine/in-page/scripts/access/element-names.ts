import { plain } from '../pristine.ts';
import { readPseudo } from './pseudo-text.ts';

/** The number of nodes whose text is read in one element. */
const MAX_NODES = 500;
const MAX_TEXT_CHARACTERS = 500;

/** The number of nodes that are read in the whole document. After that, each element counts as one with a text. */
const MAX_ALL_NODES = 200_000;
const UNREAD = '…';

/** The text of these elements can be part of a word. */
const INLINE = /^(?:a|abbr|b|bdi|bdo|cite|code|em|font|i|kbd|mark|q|s|small|span|strong|sub|sup|u|var|wbr)$/;

let nodesLeft = MAX_ALL_NODES;

export function startReading(): void {
  nodesLeft = MAX_ALL_NODES;
}

/** The fields of a form hide its properties if they have the same names. */
const tagOf = (element: Element): string => Reflect.get(Element.prototype, 'localName', element);
/** The element around a shadow tree is the parent of its elements. */
export function parentOf(element: Element): Element | null {
  const parent: Node | null = Reflect.get(Node.prototype, 'parentNode', element);
  if (parent instanceof ShadowRoot) return parent.host;
  return parent !== null && isElement(parent) ? parent : null;
}
export const rectOf = (element: Element): DOMRect => Element.prototype.getBoundingClientRect.call(element);
const childrenOf = (element: Element): Element[] =>
  Array.from(Reflect.get(Element.prototype, 'children', element));
const attributeOf = (element: Element, name: string): string =>
  Element.prototype.getAttribute.call(element, name) ?? '';

/** Returns what is painted for an element: the texts of its document. Its images have theirs, and hidden elements have none. */
export const readText = (root: Element): string => readTree(root, false);

/** Returns the same with the texts of style sheets and of shadow trees, as a screen reader reads an element. */
export const readPainted = (root: Element): string => readTree(root, true);

function readTree(root: Element | ShadowRoot, isPainted: boolean): string {
  if (nodesLeft <= 0) return UNREAD;
  const afterOf: After[] = [];
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  let text = isPainted && root instanceof Element ? readBefore(root, afterOf) : '';
  let count = 0;
  for (let node = walker.nextNode(); node !== null && count < MAX_NODES; count += 1) {
    nodesLeft -= 1;
    text += readEnded(afterOf, node);
    if (isElement(node) && isIgnored(node)) {
      node = nextAfter(walker);
      continue;
    }
    if (isElement(node) && isPainted) text += readBefore(node, afterOf);
    if (isElement(node))
      text += INLINE.test(plain(node).localName) ? '' : ` ${plain(node).getAttribute('alt') ?? ''} `;
    else text += plain(node).nodeValue ?? '';
    if (text.length > MAX_TEXT_CHARACTERS) break;
    node = walker.nextNode();
  }
  return tidy(text + readEnded(afterOf, null));
}

interface After {
  readonly element: Element;
  readonly text: string;
}

/** Returns the text at the start of an element, and keeps the one at its end. */
function readBefore(element: Element, afterOf: After[]): string {
  afterOf.push({ element, text: readPseudo(element, '::after') });
  const shadow = plain(element).shadowRoot;
  return readPseudo(element, '::before') + (shadow === null ? '' : ` ${readTree(shadow, true)} `);
}

/** Returns the texts at the ends of the elements that do not contain the next node. */
function readEnded(afterOf: After[], next: Node | null): string {
  let text = '';
  for (let last = afterOf.at(-1); last !== undefined; last = afterOf.at(-1)) {
    if (next !== null && Node.prototype.contains.call(last.element, next)) break;
    text += last.text;
    afterOf.pop();
  }
  return text;
}

/** `instanceof` does not know the nodes of a frame. */
export const isElement = (node: Node): node is Element => plain(node).nodeType === Node.ELEMENT_NODE;

const isIgnored = (element: Element): boolean =>
  /^(?:script|style|template|noscript|select|textarea|datalist)$/i.test(plain(element).tagName) ||
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
/** The ids that another script of this page gives to elements: see `own-names.ts`. */
const OF_ENGINE = /^platen-[\da-z]{2,14}-/;
const PLAIN_NAME = /^[A-Za-z][\w-]{0,60}$/;

/** Returns a selector that finds the element. It begins at the nearest ancestor with an id. */
export function toSelector(element: Element): string {
  const steps: string[] = [];
  let length = 0;
  for (let at: Element | null = element; at !== null; at = parentOf(at)) {
    const id = attributeOf(at, 'id');
    const step = PLAIN_NAME.test(id) && !OF_ENGINE.test(id) ? `#${id}` : toStep(at);
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
