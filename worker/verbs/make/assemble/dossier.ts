import type { EntryLinks, EntryPlace, LinkTarget, OtherEntries } from '@platen/pdf';

/** An entry as it was read or printed last. */
export interface Part {
  readonly title: string;
  readonly pageCount: number;
  /** It is null if the entry was not printed. */
  readonly links: EntryLinks | null;
  /** What its print knew of the other entries. */
  readonly given: OtherEntries;
}

/** A place in the merged file. */
interface Place extends EntryPlace {
  readonly number: number;
  /** The index of its entry. */
  readonly input: number;
  /** In its entry, from 1. */
  readonly page: number;
  readonly y: number | null;
}

/** Returns null if there is no such place, and undefined if that is not known yet. */
type Find = (address: string) => Place | null | undefined;

const ADDRESS = /^entry:([^#]*)(?:#(.*))?$/s;

/** In an entry that was not printed, a fragment can only name a page. */
const PAGE_FRAGMENT = /^page=([1-9]\d{0,6})$/;

/** The entries of a merge that refer to each other's pages. It compares what the print of each was given with what is true now. */
export class Dossier {
  readonly #names: ReadonlyMap<string, number>;
  readonly #firstPageNumber: number;
  readonly #parts = new Map<number, Part>();

  /** @param names the indexes of the entries, by name @param firstPageNumber of the merged file */
  constructor(names: ReadonlyMap<string, number>, firstPageNumber: number) {
    this.#names = names;
    this.#firstPageNumber = firstPageNumber;
  }

  put(index: number, part: Part): void {
    this.#parts.set(index, part);
  }

  /** The number of places in other entries to which the entries refer. */
  get addressCount(): number {
    let count = 0;
    for (const { links } of this.#parts.values()) count += links?.addresses.length ?? 0;
    return count;
  }

  /** Returns what each entry has to know of the others. What is not known yet is left out. */
  listViews(): ReadonlyMap<number, OtherEntries> {
    const find = this.#openFinder();
    const wanted = this.#listWanted();
    return new Map(
      Array.from(this.#parts, ([index, { links }]) => [
        index,
        {
          places: (links?.addresses ?? []).flatMap((address) => toEntryPlace(address, find(address))),
          wanted: [...(wanted.get(index) ?? [])],
        },
      ]),
    );
  }

  /** Returns the printed entries that have to be printed again. Those whose places others need come first, alone. */
  listOutdated(views: ReadonlyMap<number, OtherEntries>): number[] {
    const printed = [...this.#parts].filter(([, { links }]) => links !== null).map(([index]) => index);
    const asked = printed.filter((index) => {
      const known = new Set(this.#parts.get(index)?.given.wanted);
      return views.get(index)?.wanted.some((fragment) => !known.has(fragment)) === true;
    });
    return asked.length > 0 ? asked : printed.filter((index) => this.listMoved(index, views).length > 0);
  }

  /** Says what the last print of an entry shows, and what is true now. */
  listMoved(index: number, views: ReadonlyMap<number, OtherEntries>): string[] {
    const shown = new Map(this.#parts.get(index)?.given.places.map((place) => [place.address, place]));
    return (views.get(index)?.places ?? []).flatMap(({ address, number, text }) => {
      const before = shown.get(address);
      if (before?.number === number && before.text === text) return [];
      return [`"${address}" was printed with ${describe(before?.number)} and has ${describe(number)}`];
    });
  }

  /** The targets of the links, with the pages that the last prints show. */
  listTargets(): ReadonlyMap<string, LinkTarget> {
    const find = this.#openFinder();
    const targets = new Map<string, LinkTarget>();
    const add = (address: string, number: number | null | undefined) => {
      const place = find(address);
      if (!place || typeof number !== 'number') return;
      const { input, page, y } = place;
      targets.set(address, { input, page, y, printedPage: number - this.#firstPageNumber + 1 });
    };
    // A document that was not read for addresses may have links to first pages too.
    for (const name of this.#names.keys()) add(`entry:${name}`, find(`entry:${name}`)?.number);
    for (const { links, given } of this.#parts.values()) {
      const shown = new Map(given.places.map(({ address, number }) => [address, number]));
      for (const address of links?.addresses ?? []) add(address, shown.get(address));
    }
    return targets;
  }

  /** By index of an entry, the fragments to which the others refer. */
  #listWanted(): ReadonlyMap<number, ReadonlySet<string>> {
    const wanted = new Map<number, Set<string>>();
    for (const { links } of this.#parts.values())
      for (const address of links?.addresses ?? []) {
        const { index, fragment } = this.#read(address);
        if (index === undefined || fragment === '') continue;
        wanted.set(index, (wanted.get(index) ?? new Set()).add(fragment));
      }
    return wanted;
  }

  #read(address: string): { readonly index: number | undefined; readonly fragment: string } {
    const [, name = '', fragment = ''] = ADDRESS.exec(address) ?? [];
    return { index: this.#names.get(name), fragment };
  }

  #openFinder(): Find {
    let pages = this.#firstPageNumber;
    const inOrder = [...this.#parts].toSorted(([one], [other]) => one - other);
    const entries = new Map(
      inOrder.map(([index, part]) => {
        const start = pages;
        pages += part.pageCount;
        const targets = new Map(part.links?.targets.map((target) => [target.fragment, target]));
        return [index, { ...part, start, targets, asked: new Set(part.given.wanted) }];
      }),
    );
    return (address) => {
      const { index: input = -1, fragment } = this.#read(address);
      const entry = entries.get(input);
      if (entry === undefined) return null;
      const { start, title, links, pageCount, targets, asked } = entry;
      const first = { address, number: start, text: title, input, page: 1, y: null };
      if (fragment === '') return first;
      if (links === null) {
        const page = Number(PAGE_FRAGMENT.exec(fragment)?.[1] ?? 0);
        return page > 0 && page <= pageCount ? { ...first, page, number: start + page - 1 } : null;
      }
      const target = targets.get(fragment);
      if (target === undefined) return asked.has(fragment) ? null : undefined;
      const { page, y, text } = target;
      return { ...first, page, y, text, number: start + page - 1 };
    };
  }
}

function toEntryPlace(address: string, place: Place | null | undefined): EntryPlace[] {
  if (place === undefined) return [];
  return [{ address, number: place?.number ?? null, text: place?.text ?? '' }];
}

const describe = (number: number | null | undefined): string =>
  typeof number === 'number' ? `the page number ${number}` : 'no page number';
