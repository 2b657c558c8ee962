import type { Barrier, BarrierKind } from '../../access-messages.ts';
import { page, plain } from '../pristine.ts';
import { ContrastReader } from './contrast.ts';
import {
  isElement,
  parentOf,
  readLabel,
  readPainted,
  readTitle,
  startReading,
  toSelector,
} from './element-names.ts';
import { type Pseudo, readPseudo } from './pseudo-text.ts';

/** The number of elements that are checked. */
const MAX_ELEMENTS = 20_000;

/** The number of barriers of each kind that are named. The others are only counted. */
const MAX_NAMED = 4;

/** The number of texts with a low contrast, and of tables. Each takes long to check. */
const MAX_LOW = 500;
const MAX_TABLES = 1_000;

const LANGUAGE = /^[A-Za-z]{1,8}(?:-[A-Za-z\d]{1,8})*$/;

const PICTURE_ADDRESS = /^data:image\/(?!svg)|^[^?#]*\.(?:png|jpe?g|gif|webp|avif|bmp)(?:[?#]|$)/i;

const UNREAD_INPUTS = /^(?:hidden|submit|reset|button|image)$/;

/** Finds the parts of a document that people with a screen reader, or with low vision, cannot read. */
export class BarrierFinder {
  readonly #found: Barrier[] = [];
  readonly #counts = new Map<BarrierKind, number>();
  readonly #contrast: ContrastReader | null;
  readonly #texts: { readonly element: Element; readonly pseudo: Pseudo | null }[] = [];
  /** Elements that a screen reader does not read. */
  readonly #hidden = new WeakSet<Element>();
  #level = 0;
  #visited = 0;
  #tables = 0;

  /** @param readsContrast false if backgrounds are not printed */
  constructor(readsContrast: boolean) {
    this.#contrast = readsContrast ? new ContrastReader() : null;
  }

  find(): Barrier[] {
    const root = page.documentElement;
    if (root === null) return [];
    if (!LANGUAGE.test(root.getAttribute('lang')?.trim() ?? '')) this.#add('language', root, '');
    if (page.title.trim() === '') this.#add('title', root, '');
    startReading();
    this.#visitAll(page.querySelectorAll(':root, body, body *'));
    this.#checkContrast();
    if (this.#visited > MAX_ELEMENTS) this.#add('unchecked', root, String(MAX_ELEMENTS));
    return this.#found.map((barrier) => ({ ...barrier, count: this.#counts.get(barrier.kind) ?? 1 }));
  }

  /** Visits elements, and after each one its open shadow tree. */
  #visitAll(elements: Iterable<Element>): void {
    for (const element of elements) {
      this.#visited += 1;
      if (this.#visited > MAX_ELEMENTS) return;
      this.#visit(element);
      const shadow = plain(element).shadowRoot;
      if (shadow !== null) this.#visitAll(shadow.querySelectorAll('*'));
    }
  }

  #add(kind: BarrierKind, element: Element, detail: string): void {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    if (count <= MAX_NAMED) this.#found.push({ kind, element: toSelector(element), detail, count });
  }

  #checkContrast(): void {
    for (const { element, pseudo } of this.#texts) {
      const low = this.#contrast?.findLow(element, pseudo) ?? null;
      if (low === null) continue;
      this.#add('contrast', element, `${low.ratio}:1 (${low.text} on ${low.background}); ${low.needed}:1`);
      if ((this.#counts.get('contrast') ?? 0) >= MAX_LOW) return;
    }
  }

  #visit(element: Element): void {
    // The fields of a form hide its properties if they have the same names.
    const isForm = element instanceof HTMLFormElement;
    if (!isForm && !isSeen(element)) return;
    const name = isForm ? 'form' : plain(element).localName;
    this.#contrast?.visit(element, name);
    const parent = parentOf(element);
    const isHidden = Element.prototype.getAttribute.call(element, 'aria-hidden') === 'true';
    if (isHidden || (parent !== null && this.#hidden.has(parent))) this.#hidden.add(element);
    if (!this.#hidden.has(element) && isFiltered(element) && isHeard(element)) {
      this.#add('filter', element, '');
      this.#hidden.add(element);
    }
    if (isForm) return;
    if (this.#contrast !== null && isHtml(element)) this.#addTexts(element);
    if (!this.#hidden.has(element)) this.#check(element, name);
  }

  #addTexts(element: Element): void {
    if (hasOwnText(element)) this.#texts.push({ element, pseudo: null });
    for (const pseudo of ['::before', '::after'] as const)
      if (/[\p{L}\p{N}]/u.test(readPseudo(element, pseudo))) this.#texts.push({ element, pseudo });
  }

  #check(element: Element, name: string): void {
    const role = plain(element).getAttribute('role')?.trim() ?? '';
    if (isImage(element, name, role)) this.#checkImage(element, name, role);
    else if (isPictureFile(element, name)) {
      // Chromium tags it as a picture only with this role.
      if (!isPlain(role)) this.#add('alt', element, 'object');
    } else if (/^(?:iframe|frame|object|embed)$/.test(name)) this.#add('frame', element, '');
    else if (name === 'table' && !isPlain(role)) this.#checkTable(element);
    else if (name === 'a' && plain(element).hasAttribute('href')) this.#checkLink(element);
    else if (/^(?:input|select|textarea|button|meter|progress)$/.test(name))
      this.#checkControl(element, name);
    const level = levelOf(element, name, role);
    if (level > 0) this.#checkHeading(element, level);
  }

  #checkImage(element: Element, name: string, role: string): void {
    const isNamed = readLabel(element) !== '' || readTitle(element) !== '';
    if (isNamed || isPlain(role)) return;
    if (name === 'img' && role === '') {
      if (!plain(element).hasAttribute('alt')) this.#add('alt', element, 'image');
      return;
    }
    if ((plain(element).getAttribute('alt') ?? '') !== '') return;
    if (name === 'svg' && plain(element).querySelector(':scope > title')?.textContent?.trim()) return;
    // The name of a link or a button is that of the picture in it.
    const around = plain(element).closest('a, button');
    if (name === 'svg' && around !== null && readLabel(around) !== '') return;
    // A drawing with texts is read as these texts.
    if (name === 'svg' && role === '' && plain(element).querySelector('text, foreignObject') !== null) return;
    this.#add('alt', element, name === 'svg' && role === '' ? 'drawing' : 'image');
  }

  #checkTable(table: Element): void {
    this.#tables += 1;
    if (this.#tables > MAX_TABLES) return;
    if (table.querySelector('th, [role=columnheader], [role=rowheader]') !== null) return;
    const rows = table.querySelectorAll(':scope > tr, :scope > * > tr');
    const isGrid = rows.length > 1 && Array.from(rows).some(({ childElementCount }) => childElementCount > 1);
    if (isGrid) this.#add('table', table, '');
  }

  #checkLink(link: Element): void {
    if (readLabel(link) === '' && readPainted(link) === '' && readTitle(link) === '')
      this.#add('link', link, '');
  }

  #checkControl(control: Element, name: string): void {
    if (readLabel(control) !== '' || readTitle(control) !== '') return;
    if (name === 'button') {
      if (readPainted(control) === '') this.#add('label', control, '');
      return;
    }
    const type = (control.getAttribute('type') ?? '').toLowerCase();
    if (name === 'input' && UNREAD_INPUTS.test(type)) return;
    const labels = isLabelled(control) ? Array.from(control.labels ?? []) : [];
    if (!labels.some((label) => readPainted(label) !== '')) this.#add('label', control, '');
  }

  #checkHeading(heading: Element, level: number): void {
    if (readPainted(heading) === '' && readLabel(heading) === '') return;
    if (level > this.#level + 1) this.#add('heading', heading, `${this.#level} ${level}`);
    this.#level = level;
  }
}

type Labelled =
  | HTMLInputElement
  | HTMLSelectElement
  | HTMLTextAreaElement
  | HTMLMeterElement
  | HTMLProgressElement;

const isLabelled = (control: Element): control is Labelled => 'labels' in control;

const isHtml = ({ namespaceURI }: Element): boolean => namespaceURI === 'http://www.w3.org/1999/xhtml';

const isSeen = (element: Element): boolean =>
  plain(element).checkVisibility({ visibilityProperty: true, opacityProperty: true });

/** Returns whether an `<object>` or `<embed>` shows a picture. One of SVG is a document of its own. */
function isPictureFile(element: Element, name: string): boolean {
  if (name !== 'object' && name !== 'embed') return false;
  const type = plain(element).getAttribute('type') ?? '';
  const source = plain(element).getAttribute(name === 'object' ? 'data' : 'src') ?? '';
  return type === '' ? PICTURE_ADDRESS.test(source) : /^image\/(?!svg)/i.test(type.trim());
}

const LOCAL_FILTER = /^url\("#(.*)"\)$/;

/** Returns whether Chromium prints the content of the element as a picture. A filter that does not exist has no effect. */
function isFiltered(element: Element): boolean {
  const { filter, display } = getComputedStyle(element);
  const id = LOCAL_FILTER.exec(filter)?.[1];
  return (
    filter !== 'none' && display !== 'contents' && (id === undefined || page.getElementById(id) !== null)
  );
}

/** Returns whether a screen reader reads the element if it has tags. */
const isHeard = (element: Element): boolean =>
  readPainted(element) !== '' ||
  readLabel(element) !== '' ||
  (Element.prototype.getAttribute.call(element, 'alt') ?? '') !== '';

const isPlain = (role: string): boolean => role === 'presentation' || role === 'none';

const isImage = (element: Element, name: string, role: string): boolean =>
  /^(?:img|canvas)$/.test(name) ||
  role === 'img' ||
  role === 'image' ||
  (name === 'svg' && element instanceof SVGSVGElement && element.ownerSVGElement === null);

function levelOf(element: Element, name: string, role: string): number {
  if (role === 'heading') return Number(plain(element).getAttribute('aria-level') ?? 2) || 2;
  return role === '' && /^h[1-6]$/.test(name) ? Number(name.slice(1)) : 0;
}

/** Returns whether the element has a text of its own, in a visible box. */
function hasOwnText(element: Element): boolean {
  for (let node = plain(element).firstChild; node !== null; node = plain(node).nextSibling) {
    if (isElement(node) || plain(node).nodeType !== Node.TEXT_NODE || !plain(node).nodeValue?.trim())
      continue;
    const { width, height } = plain(element).getBoundingClientRect();
    return width > 1 && height > 1;
  }
  return false;
}
