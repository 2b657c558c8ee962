import { readText } from '../read-text.ts';
import type { EntryPlace, EntryTarget, OtherEntries } from '@platen/pdf';
import type { PageWarning, TargetPlace } from '../../paged-messages.ts';
import { plain } from '../pristine.ts';
import { findTarget } from './fragments.ts';
import { MAX_NAME_CHARACTERS } from './moved.ts';
import type { PagedFeature } from './paged-feature.ts';
import { PagedProblem } from './paged-problem.ts';
import { isPageNumber, listPrinted } from './references.ts';
import type { Reference } from './rewrite-content.ts';
import type { WriteCounter } from './target-text.ts';
import type { Targets } from './targets.ts';

/** Source: contract 16.5. */
const MAX_ENTRY_PLACES = 10_000;
const MAX_ADDRESS_CHARACTERS = 300;
const MAX_TEXT_CHARACTERS = 200;

/** Chromium looks each linked element up on each page. Of more elements, only the pages are known, and links lead there. */
const MAX_LINKED = 1_000;

/** The first print of a document does not know the pages of the other entries. It needs only the right width of each number. */
const GUESS = 10;

const MAX_NAMED = 10;

const NONE: OtherEntries = { places: [], wanted: [] };

/** Chromium writes no link to an address that is none. The element keeps the style of a link. */
const NO_ADDRESS = 'https://[';

/** A value of an element that comes from another entry. */
interface Written {
  readonly element: Element;
  readonly key: string;
  readonly address: string;
  readonly text: string;
}

/** A place to which other entries refer. */
interface Wanted {
  readonly element: Element;
  readonly key: string;
  text: string;
}

interface Means {
  readonly otherEntries: OtherEntries | null;
  readonly targets: Targets;
  readonly write: WriteCounter;
}

/** The references of an entry of a merge to places in the others, and the places in it to which the others refer. */
export class EntryReferences implements PagedFeature {
  /** The addresses of all references and links, as `URL.href` writes them. */
  readonly addresses: readonly string[];
  readonly warnings: readonly PageWarning[];
  readonly #written: readonly Written[];
  /** By fragment. */
  readonly #wanted = new Map<string, Wanted>();

  /** @throws {PagedProblem} */
  constructor(
    roots: readonly (Document | ShadowRoot)[],
    references: readonly Reference[],
    { otherEntries, targets, write }: Means,
  ) {
    const { places, wanted } = otherEntries ?? NONE;
    const known = new Map(places.map((place) => [place.address, place]));
    const leadsNowhere = (address: string) =>
      otherEntries === null || !isShort(address) || known.get(address)?.number === null;
    const found = findReferences(roots, references);
    const links = findLinks(roots);
    this.#written = found.map(({ element, reference, address }) => {
      const text = leadsNowhere(address) ? '' : toText(reference, known.get(address), write);
      return { element, key: reference.key, address, text };
    });
    this.#write();
    const all = new Set([
      ...this.#written.map(({ address }) => address),
      ...links.map(({ address }) => address),
    ]);
    if (all.size > MAX_ENTRY_PLACES)
      throw new PagedProblem(
        `the document refers to more than ${MAX_ENTRY_PLACES.toLocaleString('en')} places in other entries`,
      );
    this.addresses = [...all].filter(isShort);
    // Links of an entry get their places when the entries are merged.
    if (otherEntries === null)
      for (const { element } of links) plain(element).setAttribute('href', NO_ADDRESS);
    this.warnings = [
      ...[...all].filter(leadsNowhere).map(toMissing),
      ...listPrinted(found.filter(({ reference }) => !isKnown(reference))).map(toUnknown),
    ].slice(0, MAX_NAMED);
    for (const fragment of wanted) {
      const element = findTarget(fragment);
      if (element !== null)
        this.#wanted.set(fragment, {
          element,
          key: wanted.length > MAX_LINKED ? targets.add(element) : targets.linkTo(element),
          text: '',
        });
    }
    this.#read();
  }

  get count(): number {
    return this.#written.length + this.#wanted.size;
  }

  /** Reads the texts as they are printed, and writes the values again that a script has changed. @returns what was printed otherwise */
  restore(): string[] {
    this.#read();
    return this.#write();
  }

  #read(): void {
    for (const wanted of this.#wanted.values()) wanted.text = readText(wanted.element, MAX_TEXT_CHARACTERS);
  }

  #write(): string[] {
    const changed = this.#written.flatMap(({ element, key, address, text }) => {
      if (plain(element).getAttribute(key) === text) return [];
      plain(element).setAttribute(key, text);
      return [`the number of "${address.slice(0, MAX_NAME_CHARACTERS)}" was changed by a script`];
    });
    return [...new Set(changed)];
  }

  /** Lists the wanted places that have a page. */
  listTargets(places: readonly TargetPlace[]): EntryTarget[] {
    const placeOf = new Map(places.map((place) => [place[0], place]));
    return Array.from(this.#wanted).flatMap(([fragment, { key, text }]) => {
      const [, page, y = null] = placeOf.get(key) ?? [];
      return page === undefined ? [] : [{ fragment, page, y, text }];
    });
  }
}

interface Link {
  readonly element: Element;
  readonly address: string;
}

interface Found extends Link {
  readonly reference: Reference;
  readonly fragment: string;
}

const findReferences = (
  roots: readonly (Document | ShadowRoot)[],
  references: readonly Reference[],
): Found[] =>
  references.flatMap((reference) =>
    findAddresses(roots, reference.attribute).map(({ element, address }) => ({
      element,
      reference,
      address,
      fragment: address,
    })),
  );

const findLinks = (roots: readonly (Document | ShadowRoot)[]): Link[] => findAddresses(roots, 'href');

/** Schemes have no case, and addresses may have spaces around them. */
const findAddresses = (roots: readonly (Document | ShadowRoot)[], attribute: string): Link[] =>
  roots.flatMap((root) =>
    Array.from(root.querySelectorAll(`[${attribute}*="entry:" i]`), (element) => ({
      element,
      address: toAddress(element, attribute),
    })).filter(({ address }) => address.startsWith('entry:')),
  );

/** As Chromium writes it into the PDF. */
function toAddress(element: Element, attribute: string): string {
  const written = plain(element).getAttribute(attribute) ?? '';
  return URL.parse(written)?.href ?? written;
}

const isShort = ({ length }: string): boolean => length <= MAX_ADDRESS_CHARACTERS;

/** Returns whether the value of the reference is one of those that entries know of each other. */
const isKnown = (reference: Reference): boolean =>
  isPageNumber(reference) ||
  (reference.name === 'target-text' && /^(?:content)?$/.test(reference.parameters[0] ?? ''));

function toText(reference: Reference, place: EntryPlace | undefined, write: WriteCounter): string {
  if (!isKnown(reference)) return '';
  if (!isPageNumber(reference)) return place?.text ?? '';
  return write(place?.number ?? GUESS, reference.parameters[1] ?? 'decimal');
}

const toMissing = (address: string): PageWarning => ({
  code: 'REFERENCE_MISSING',
  message: `No entry of a merge has the place "${address.slice(0, MAX_NAME_CHARACTERS)}". A reference to it prints nothing, and a link to it leads nowhere.`,
});

const toUnknown = (address: string): PageWarning => ({
  code: 'REFERENCE_MISSING',
  message: `Of "${address.slice(0, MAX_NAME_CHARACTERS)}", only the page and the text are known. Another reference to it prints nothing.`,
});
