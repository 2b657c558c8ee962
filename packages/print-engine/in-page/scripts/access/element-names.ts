import { Gaps } from '../gaps.ts';
import { plain } from '../pristine.ts';
import { type Pseudo, readPseudo } from './pseudo-text.ts';

/** The number of nodes whose text is read in one element. */
const MAX_NODES = 500;
const MAX_TEXT_CHARACTERS = 500;

/** The number of nodes that are read in the whole document. After that, each element counts as one with a text. */
const MAX_ALL_NODES = 200_000;
const UNREAD = '…';

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
  const reader = new NameReader(isPainted);
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  if (root instanceof Element) reader.enter(root, '');
  let count = 0;
  for (let node = walker.nextNode(); node !== null && count < MAX_NODES; count += 1) {
    nodesLeft -= 1;
    reader.leaveTo(node);
    if (isElement(node) && isIgnored(node)) {
      node = nextAfter(walker);
      continue;
    }
    if (isElement(node)) reader.enter(node, plain(node).getAttribute('alt') ?? '');
    else reader.read(node);
    if (reader.text.length > MAX_TEXT_CHARACTERS) break;
    node = walker.nextNode();
  }
  reader.leaveTo(null);
  return tidy(reader.text);
}

/** Joins the texts of a tree, with a space wherever a reader sees one. */
class NameReader {
  text = '';
  readonly #isPainted: boolean;
  readonly #gaps = new Gaps();
  readonly #open: Element[] = [];

  constructor(isPainted: boolean) {
    this.#isPainted = isPainted;
  }

  enter(element: Element, alt: string): void {
    this.#open.push(element);
    this.#gaps.pass(element);
    if (alt !== '') this.text += ` ${alt} `;
    this.#readPseudo(element, '::before');
    const shadow = this.#isPainted ? plain(element).shadowRoot : null;
    if (shadow !== null) this.text += ` ${readTree(shadow, true)} `;
  }

  read(text: Node): void {
    this.text += `${this.#gaps.before(text) ? ' ' : ''}${plain(text).nodeValue ?? ''}`;
  }

  /** Leaves the elements that do not contain the next node. */
  leaveTo(next: Node | null): void {
    for (let last = this.#open.at(-1); last !== undefined; last = this.#open.at(-1)) {
      if (next !== null && Node.prototype.contains.call(last, next)) break;
      this.#readPseudo(last, '::after');
      this.#gaps.pass(last);
      this.#open.pop();
    }
  }

  #readPseudo(element: Element, pseudo: Pseudo): void {
    const text = this.#isPainted ? readPseudo(element, pseudo) : '';
    if (text !== '') this.text += `${this.#gaps.beforeStyleText() ? ' ' : ''}${text}`;
  }
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
