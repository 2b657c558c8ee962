import type { PageMap, TargetPlace } from '../../paged-messages.ts';
import { page, plain } from '../pristine.ts';
import { findLinked, findNamed, toHash } from './fragments.ts';
import { toName } from './moved.ts';
import { addEdge } from './page-edge.ts';
import { PagedProblem } from './paged-problem.ts';
import { PictureMarks } from './picture-marks.ts';
import { OWN } from './own-names.ts';
import { findTargetTexts, type TargetTexts } from './target-texts.ts';
import { TextMarks } from './text-marks.ts';

/** Chromium looks each linked element up on each page, so with more of them a page would cost more than its content. Source: contract 6.9. */
export const MAX_LINKED_ELEMENTS = 10_000;

/** From the page `first` on, everything is `by` pages later. */
export type PageMove = readonly [first: number, by: number];

interface Target {
  readonly key: string;
  /** The name of its place in the PDF. It is null if the target has none. */
  name: string | null;
}

/** The places of targets that were found, and the targets whose place is not known for certain. */
export interface FoundPlaces {
  readonly places: readonly TargetPlace[];
  /** The keys of targets that may be on another page. */
  readonly unproven: readonly string[];
  /** Says which texts were not painted, or not where they are marked. The next print may show where they are. */
  readonly missed: readonly string[];
}

/**
 * The elements whose pages are needed. The page of an element is the page on which its text was painted, so it depends neither on ids nor on boxes. If it has no
 * text, its picture or its box is looked for. Chromium also names the places of linked elements in the PDF, even if the link is not printed. It computes them from ids, and from boxes before
 * transforms, so they count only for elements without a text, and for distances.
 */
export class Targets {
  readonly #targets = new Map<Element, Target>();
  readonly #linked = findLinked();
  readonly #links = page.createElement('div');
  readonly #marks = new TextMarks();
  readonly #pictures = new PictureMarks(this.#marks.red);
  readonly #boxes = new Set<Element>();
  readonly #unpainted = new Set<Text>();
  /** The targets with an unpainted text. Another text of theirs is looked for once. */
  readonly #missed = new Set<Element>();
  /** The targets with two unpainted texts, such as those in a picture. */
  readonly #textless = new Set<Element>();
  /** The names of edges, by key. */
  readonly #edges = new Map<string, string>();
  #last: ReadonlyMap<string, TargetPlace> = new Map();
  #texts: ReadonlyMap<Element, TargetTexts> = new Map();

  *[Symbol.iterator](): Iterator<readonly [Element, key: string]> {
    for (const [element, { key }] of this.#targets) yield [element, key];
  }

  /** The red part of the colours of the marks. */
  get red(): number {
    return this.#marks.red;
  }

  /** Returns undefined if the element is no target. */
  findKey(element: Element): string | undefined {
    return this.#targets.get(element)?.key;
  }

  /** Requires the page of an element. @returns the key of its place */
  add(element: Element): string {
    return this.#find(element).key;
  }

  /** Requires the page of an element, and where it is on the page. @returns the key of its place */
  linkTo(element: Element): string {
    const target = this.#find(element);
    target.name ??= this.#link(element);
    return target.key;
  }

  /** Requires where the box of an element begins: the text of a row that is higher than a page may be on a later one. @returns the key of its place */
  linkToBox(element: Element): string {
    this.#boxes.add(element);
    return this.linkTo(element);
  }

  /** Links to an edge of the page, which is no element of the document. */
  linkToEdge(side: 'top' | 'bottom'): string {
    const key = `edge ${this.#edges.size}`;
    this.#edges.set(key, this.#link(addEdge(side)) ?? '');
    return key;
  }

  /** @throws {PagedProblem} */
  requireFew(): void {
    if (this.#targets.size > MAX_LINKED_ELEMENTS)
      throw new PagedProblem(
        `the document needs the pages of more than ${MAX_LINKED_ELEMENTS.toLocaleString('en')} elements`,
      );
  }

  #find(element: Element): Target {
    const known = this.#targets.get(element);
    if (known !== undefined) return known;
    const { id, localName } = plain(element);
    const target = { key: `${this.#targets.size} ${id === '' ? `<${localName}>` : `#${id}`}`, name: null };
    this.#targets.set(element, target);
    return target;
  }

  /** Call it before each print, because numbers and scripts change texts. */
  mark(): void {
    this.#texts = findTargetTexts(new Set(this.#targets.keys()), {
      texts: this.#unpainted,
      targets: this.#textless,
    });
    const texts = new Set<Text>();
    const pictures = new Set<Element>();
    for (const [element, { own, picture, before, after }] of this.#texts) {
      if (own === null) this.linkTo(element);
      if (picture !== null) pictures.add(picture);
      for (const text of own === null ? [before, after] : [own]) if (text !== null) texts.add(text);
    }
    this.#marks.mark([...texts]);
    this.#pictures.mark([...pictures]);
  }

  /** @param places that count for targets that the next print does not show */
  remember(places: readonly TargetPlace[]): void {
    this.#last = new Map(places.map((place) => [place[0], place]));
  }

  /** Finds the targets in a print. */
  find({ named, marks, pictures, totalPages }: PageMap): FoundPlaces {
    const painted = this.#marks.read(marks);
    const seen = this.#pictures.read(pictures);
    const ofNames = new Map(named.map((place) => [place[0], place]));
    const places = Array.from(this.#edges).flatMap(([key, name]): TargetPlace[] => {
      const [, number, y] = ofNames.get(name) ?? [];
      return number === undefined || y === undefined ? [] : [[key, number, y]];
    });
    const unproven: string[] = [];
    const missed = this.#marks.areIntact ? [] : ['the marks of the texts were changed by a script'];
    for (const [element, { key, name }] of this.#targets) {
      const texts = this.#texts.get(element);
      const place = ofNames.get(name ?? '');
      const [, linked, linkedY = 0] = place ?? [];
      const { own = null, picture = null } = texts ?? {};
      const shown = own === null ? seen.get(picture ?? element) : painted.pages.get(own);
      const isBoxRight = this.#boxes.has(element) && (linked === shown || !isTransformed(element));
      if (linked !== undefined && isBoxRight) {
        places.push([key, linked, linkedY]);
      } else if (shown !== undefined) {
        places.push([key, shown, linked === shown ? linkedY : Infinity]);
      } else if (own !== null) {
        const isForeign = painted.foreign.has(own);
        if (isForeign || !this.#missed.has(element)) missed.push(describeMissed(key, isForeign));
        else this.#textless.add(element);
        this.#missed.add(element);
        if (!isForeign) this.#unpainted.add(own);
        unproven.push(key);
        const last = linked === undefined ? this.#last.get(key) : ([key, linked, linkedY] as const);
        if (last !== undefined) places.push(last);
      } else if (linked !== undefined || plain(element).checkVisibility()) {
        const bounds = toBounds(texts, painted.pages, totalPages);
        const number = Math.min(Math.max(linked ?? bounds.last, bounds.first), bounds.last);
        places.push([key, number, number === linked ? linkedY : Infinity]);
        if (bounds.first !== bounds.last) unproven.push(key);
      }
    }
    this.remember(places);
    return { places, unproven, missed };
  }

  /** Returns the name that the PDF has for the place of the element, or null if it cannot have one. */
  #link(element: Element): string | null {
    const boxed = findNamed(element);
    if (boxed === null) return null;
    if (plain(boxed).id === '') plain(boxed).id = `${OWN}-${this.#linked.size}`;
    const hash = toHash(plain(boxed).id);
    if (!this.#linked.has(hash)) this.#append(hash);
    this.#linked.add(hash);
    return hash.slice(1);
  }

  /** Appends the link after the body, because the selectors of most documents do not match there. */
  #append(hash: string): void {
    const link = page.createElement('a');
    link.href = hash;
    this.#links.style.setProperty('display', 'none', 'important');
    if (!this.#links.isConnected) page.documentElement.append(this.#links);
    this.#links.append(link);
  }
}

/** The place of a box in the PDF is computed as if the whole document were transformed, and not each page. */
function isTransformed(element: Element): boolean {
  for (let box: Element | null = element; box !== null; box = plain(box).parentElement) {
    const { transform, translate, rotate, scale } = getComputedStyle(box);
    if ([transform, translate, rotate, scale].some((value) => value !== 'none')) return true;
  }
  return false;
}

interface Bounds {
  readonly first: number;
  readonly last: number;
}

/** An element is not before the text before it, nor after the text after it, unless one of them is out of the order of the pages. */
function toBounds(
  texts: TargetTexts | undefined,
  pages: ReadonlyMap<Text, number>,
  totalPages: number,
): Bounds {
  // At the start and at the end of a document is no text before or after an element. A text that is not painted could be anywhere.
  const first = texts?.before ? pages.get(texts.before) : 1;
  const last = texts?.after ? pages.get(texts.after) : totalPages;
  const isKnown = first !== undefined && last !== undefined && first <= last;
  return isKnown ? { first, last } : { first: 1, last: totalPages };
}

const describeMissed = (key: string, isForeign: boolean): string =>
  isForeign
    ? `another text was printed where the text of "${toName(key)}" is marked`
    : `the text of "${toName(key)}" was not found in the print`;
