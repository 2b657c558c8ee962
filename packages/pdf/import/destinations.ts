import type { ObjectCopier } from './copier.ts';
import { readTree } from './trees.ts';
import {
  type Dictionary,
  isDictionary,
  isList,
  Name,
  nameOf,
  type PdfValue,
  Reference,
  Text,
} from './values.ts';

/** Turns what names a place in the document into the place itself: two files can have the same names. */
export class Destinations {
  readonly #copier: ObjectCopier;
  readonly #pages: readonly number[];
  readonly #pageIds: ReadonlySet<number>;
  readonly #names = new Map<string, PdfValue>();

  /** @param pages the ids of the copies, in their order */
  private constructor(copier: ObjectCopier, pages: readonly number[]) {
    this.#copier = copier;
    this.#pages = pages;
    this.#pageIds = new Set(pages);
  }

  static async read(
    copier: ObjectCopier,
    catalog: Dictionary,
    pages: readonly number[],
  ): Promise<Destinations> {
    const { file } = copier;
    const destinations = new Destinations(copier, pages);
    for (const [name, place] of (await file.dictionary(catalog.get('Dests'))) ?? [])
      destinations.#names.set(name, place);
    const names = await file.dictionary(catalog.get('Names'));
    for (const [name, place] of await readTree(file, names?.get('Dests'), 'Names'))
      if (name instanceof Text) destinations.#names.set(name.bytes, place);
    return destinations;
  }

  /** Finds the place that a bookmark or a link leads to, or null if it is not in the document. */
  async find(entries: Dictionary): Promise<PdfValue> {
    const own = await this.toPlace(entries.get('Dest'));
    if (own !== null) return own;
    const action = await this.#copier.file.dictionary(entries.get('A'));
    return action !== null && nameOf(action.get('S')) === 'GoTo' ? this.toPlace(action.get('D')) : null;
  }

  async toPlace(value: PdfValue | undefined, level = 0): Promise<PdfValue> {
    const { file } = this.#copier;
    const found = await file.resolve(value);
    if (level > 2) return null;
    if (found instanceof Text) return this.toPlace(this.#names.get(found.bytes), level + 1);
    if (found instanceof Name) return this.toPlace(this.#names.get(found.name), level + 1);
    if (isDictionary(found)) return this.toPlace(found.get('D'), level + 1);
    if (!isList(found)) return null;
    const [page, ...rest] = found;
    const pageId = typeof page === 'number' ? this.#pages[page] : this.#toPage(page);
    if (pageId === undefined || !this.#pageIds.has(pageId)) return null;
    const how = rest.filter((item) => item === null || typeof item === 'number' || item instanceof Name);
    return [new Reference(pageId), ...(how.length === 0 ? [new Name('Fit')] : how)];
  }

  #toPage(page: PdfValue | undefined): number | undefined {
    return page instanceof Reference ? this.#copier.toReference(page.id)?.id : undefined;
  }
}
