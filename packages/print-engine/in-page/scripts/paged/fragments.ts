import { page, plain } from '../pristine.ts';

const NO_BOX = /^(?:contents|none)$/;

export function toHash(id: string): string {
  const link = page.createElement('a');
  link.href = `#${encodeURIComponent(id)}`;
  return link.hash;
}

/** Returns the fragments that have a link. Chromium treats the base address as the address of the document. */
export function findLinked(): Set<string> {
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

/**
 * Returns the element whose id names the place of a target: the target, or else the first element in it that has a box and can have a name. Two elements may
 * have one id, and an id may be the percent encoding of another.
 */
export function findNamed(target: Element): Element | null {
  if (getComputedStyle(target).display !== 'contents' && canHaveName(target)) return target;
  const inner = Array.from(plain(target).querySelectorAll('*'));
  return (
    inner.find((element) => !NO_BOX.test(getComputedStyle(element).display) && canHaveName(element)) ?? null
  );
}

/** Chromium finds the element of a link by the fragment as it is, then decoded. */
function canHaveName(element: Element): boolean {
  const { id } = plain(element);
  if (id === '') return true;
  return (page.getElementById(toHash(id).slice(1)) ?? page.getElementById(id)) === element;
}

let anchors: ReadonlyMap<string, Element> | null = null;

/** Source: HTML, 7.4.6.3: the fragment as it is, then decoded. */
export function findTarget(fragment: string): Element | null {
  if (fragment === '') return null;
  // Of several with one name, the first one is the target.
  anchors ??= new Map(Array.from(page.anchors, (anchor) => [anchor.name, anchor] as const).toReversed());
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

/** Returns whether the element is printed on several pages: in the head of a table, or in a box with a fixed position. */
export function isRepeated(element: Element): boolean {
  for (let box: Element | null = element; box !== null; box = plain(box).parentElement) {
    const { display, position } = getComputedStyle(box);
    if (position === 'fixed' || display === 'table-header-group' || display === 'table-footer-group')
      return true;
  }
  return false;
}
