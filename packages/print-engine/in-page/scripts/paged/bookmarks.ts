import type { Bookmark, TargetPlace } from '../../paged-messages.ts';
import { page, plain } from '../pristine.ts';
import { hasStyle } from '../style-sheets.ts';
import { countCounters, type CounterValues } from './counters.ts';
import { inDocumentOrder } from './script-changes.ts';
import { readContentList, readTargetText, type WriteCounter } from './target-text.ts';
import type { Targets } from './targets.ts';
import { OWN } from './own-names.ts';

const PREFIX = `--${OWN}-bookmark-`;

/** Source: contract 6.9. */
const MAX_BOOKMARKS = 5_000;
const MAX_BOOKMARK_CHARACTERS = 500;

/** The highest page of a PDF. */
const MAX_HEIGHT_POINTS = 14_400;

interface MarkedElement {
  readonly element: Element;
  readonly level: number;
  readonly isOpen: boolean;
  /** The value of `bookmark-label`. */
  readonly label: string;
  readonly key: string;
}

/** The bookmarks of a document with the properties of css-content-3, 4.3. */
export class Bookmarks {
  /** The document has the properties. If it does not, Chromium's own bookmarks are right. */
  readonly areOwn = hasProperties();
  #marked: readonly MarkedElement[];
  readonly #write: WriteCounter;

  constructor(targets: Targets, write: WriteCounter) {
    this.#write = write;
    const marked: MarkedElement[] = [];
    for (const element of this.areOwn ? page.querySelectorAll('body, body *') : []) {
      if (marked.length === MAX_BOOKMARKS) break;
      const level = readLevel(element);
      if (level === null) continue;
      marked.push({
        element,
        level,
        isOpen: readProperty(element, 'state').toLowerCase() !== 'closed',
        label: readProperty(element, 'label'),
        key: targets.linkTo(element),
      });
    }
    this.#marked = marked;
  }

  /** Reads the order again, which a script may have changed. */
  read(): void {
    this.#marked = inDocumentOrder(this.#marked);
  }

  /** Call it last, because a title may have the number of a page. A bookmark without a title, or on no page, is left out. */
  list(places: readonly TargetPlace[]): Bookmark[] {
    const placeOf = new Map(places.map((place) => [place[0], place]));
    const counted = this.#marked.filter(({ label }) => /counters?\(/i.test(label));
    const wanted = new Set(counted.map(({ element }) => element));
    const counters = countCounters(page.documentElement, wanted);
    return this.#marked.flatMap(({ element, level, isOpen, label, key }) => {
      const place = placeOf.get(key);
      if (place === undefined) return [];
      const [, number, y] = place;
      const title = toTitle(this.#read(element, label, counters.get(element)));
      return title === '' ? [] : [{ title, level, isOpen, page: number, y: Math.min(y, MAX_HEIGHT_POINTS) }];
    });
  }

  #read(element: Element, label: string, counters: CounterValues | undefined): string {
    return label === ''
      ? readTargetText(element)
      : readContentList(label, plain(element), counters, this.#write);
  }
}

const hasProperties = (): boolean => hasStyle(PREFIX, ({ cssText }) => cssText.includes(PREFIX));

const readProperty = (element: Element, name: 'level' | 'label' | 'state'): string =>
  getComputedStyle(element).getPropertyValue(`${PREFIX}${name}`).trim();

/** Returns null if the element has no bookmark. Headings have one by default. */
function readLevel(element: Element): number | null {
  const value = readProperty(element, 'level');
  if (value.toLowerCase() === 'none') return null;
  const level = /^\+?\d{1,9}$/.test(value) ? Number(value) : 0;
  if (level > 0) return level;
  const [, heading] =
    element instanceof HTMLHeadingElement ? (/^h([1-6])$/.exec(plain(element).localName) ?? []) : [];
  return heading === undefined ? null : Number(heading);
}

const toTitle = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_BOOKMARK_CHARACTERS);
