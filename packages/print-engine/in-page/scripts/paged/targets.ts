import type { MovedNumber } from '../../paged-messages.ts';
import { page, plain } from '../pristine.ts';
import { NO_VALUE } from './rewrite-content.ts';

const MAX_NAME_CHARACTERS = 80;

/** @param from the number that a print had, or `NO_VALUE` */
export const toMove = (fragment: string, from: number, to: number): MovedNumber => ({
  kind: 'target',
  fragment: toName(fragment),
  from: toPage(from),
  to: toPage(to),
});

export const toName = (fragment: string): string => fragment.slice(0, MAX_NAME_CHARACTERS);

const toPage = (value: number): number | null => (value === NO_VALUE ? null : value);

/** From the page `first` on, everything is `by` pages later. */
export type PageMove = readonly [first: number, by: number];

/** Links to elements. Chromium writes the pages of linked elements into the PDF, even if the link is not printed. */
export class Targets {
  readonly #fragments = new Map<Element, string>();
  readonly #linked = findLinked();
  readonly #links = page.createElement('div');

  *[Symbol.iterator](): Iterator<readonly [Element, fragment: string]> {
    yield* this.#fragments;
  }

  /** Returns undefined if the element has no link. */
  findFragment(target: Element): string | undefined {
    return this.#fragments.get(target);
  }

  /** @returns the fragment of the address, as the PDF names it */
  linkTo(target: Element): string {
    const known = this.#fragments.get(target);
    if (known !== undefined) return known;
    const boxed = plain(findBoxed(target));
    if (boxed.id === '') boxed.id = `platen-target-${this.#fragments.size}`;
    const link = page.createElement('a');
    link.href = `#${encodeURIComponent(boxed.id)}`;
    const { hash } = link;
    if (!this.#linked.has(hash)) this.#append(link);
    this.#linked.add(hash);
    this.#fragments.set(target, hash.slice(1));
    return hash.slice(1);
  }

  /** Appends the link after the body, because the selectors of most documents do not match there. */
  #append(link: Element): void {
    this.#links.style.setProperty('display', 'none', 'important');
    if (!this.#links.isConnected) page.documentElement.append(this.#links);
    this.#links.append(link);
  }
}

/** Returns the fragments that have a link. Chromium treats the base address as the address of the document. */
function findLinked(): Set<string> {
  const [base] = page.baseURI.split('#');
  return new Set(
    Array.from(page.links).flatMap(({ href, hash }) => (href === `${base}${hash}` ? [hash] : [])),
  );
}

/** Returns the fragment of an address in this document, without `#`. It is empty for other addresses. */
export function readFragment(address: string): string {
  const text = address.trim();
  if (text.startsWith('#')) return text.slice(1);
  const [own = ''] = page.URL.split('#');
  if (!text.includes('#') || own === 'about:blank') return '';
  const url = URL.parse(text, page.baseURI);
  return url !== null && url.href === `${own}${url.hash}` ? url.hash.slice(1) : '';
}

const NO_BOX = /^(?:contents|none)$/;

/** An element without a box has no place on a page, but something in it may have one. */
function findBoxed(target: Element): Element {
  if (getComputedStyle(target).display !== 'contents') return target;
  const inner = Array.from(plain(target).querySelectorAll('*'));
  return inner.find((element) => !NO_BOX.test(getComputedStyle(element).display)) ?? target;
}

let anchors: ReadonlyMap<string, Element> | null = null;

/** Source: HTML, 7.4.6.3: the fragment as it is, then decoded. */
export function findTarget(fragment: string): Element | null {
  if (fragment === '') return null;
  anchors ??= new Map(Array.from(page.anchors, (anchor) => [anchor.name, anchor]));
  for (const id of new Set([fragment, decode(fragment)])) {
    const found = page.getElementById(id) ?? anchors.get(id);
    if (found) return found;
  }
  return null;
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Whether the element is printed on several pages: in the head of a table, or in a box with a fixed position. */
export function isRepeated(element: Element): boolean {
  for (let box: Element | null = element; box !== null; box = plain(box).parentElement) {
    const { display, position } = getComputedStyle(box);
    if (position === 'fixed' || display === 'table-header-group' || display === 'table-footer-group')
      return true;
  }
  return false;
}
