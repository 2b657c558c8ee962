import type { Meter } from '@platen/meter';
import type { ByteSource } from '../file/byte-source.ts';
import { findReference, readReference } from '../file/dictionary.ts';
import { readForm } from '../forms/read-form.ts';
import { readDestinations, readLabels, readStructure } from '../merge/input-file.ts';
import { PdfReader } from '../file/reader.ts';
import { readTextString } from '../file/syntax.ts';
import { readOutline } from './outline.ts';
import type { SplitSource } from './split-source.ts';
import { writeExcerpt } from './write-excerpt.ts';
import { readTags } from './tags.ts';

export interface TopBookmark {
  readonly title: string;
  /** From 1. */
  readonly page: number;
}

/** Takes excerpts of a PDF (decision 40). Neither the file nor an excerpt is in memory. */
export class PdfSplitter {
  readonly #source: SplitSource;

  private constructor(source: SplitSource) {
    this.#source = source;
  }

  /**
   * @param meter is charged for the file and for all excerpts
   * @throws {UnreadablePdf}; what the meter throws
   */
  static async open(file: ByteSource, meter: Meter): Promise<PdfSplitter> {
    const reader = await PdfReader.open(file, meter);
    const catalog = await reader.object(readReference(reader.trailer, 'Root'));
    const destinationsId = findReference(catalog.text, 'Dests');
    const destinations =
      destinationsId === null
        ? new Map<string, string>()
        : readDestinations(await reader.object(destinationsId));
    const structure = await readStructure(reader, catalog);
    return new PdfSplitter({
      reader,
      catalog,
      destinations,
      pages: await reader.pages(),
      outline: await readOutline(reader, catalog.text, destinations),
      form: await readForm(reader, catalog),
      labels: (await readLabels(reader, catalog.text))?.ranges ?? null,
      tags: structure && (await readTags(reader, structure)),
    });
  }

  get pageCount(): number {
    return this.#source.pages.length;
  }

  /** In the order of their pages. */
  get topBookmarks(): readonly TopBookmark[] {
    const { pages, outline } = this.#source;
    const numbers = new Map(pages.map(({ id }, index) => [id, index + 1]));
    return outline
      .map(({ title, pageId }) => ({
        title: readTextString(title).toWellFormed(),
        page: numbers.get(pageId) ?? 1,
      }))
      .sort((one, other) => one.page - other.page);
  }

  /**
   * A PDF with these pages. Their links, bookmarks and tags are kept. Links to other pages are dropped.
   *
   * @param numbers of pages, from 1
   * @throws {UnreadablePdf}
   */
  async *excerpt(numbers: readonly number[]): AsyncGenerator<Uint8Array> {
    const pages = numbers.map((number) => {
      const page = this.#source.pages[number - 1];
      if (page === undefined) throw new Error(`There is no page ${number}`);
      return page;
    });
    yield* writeExcerpt(this.#source, pages, await this.#describeLabels(numbers));
  }

  /** Returns the page labels of an excerpt as the catalog has them, or null if the file has none. */
  async #describeLabels(numbers: readonly number[]): Promise<string | null> {
    const { labels } = this.#source;
    if (labels === null) return null;
    const { selectLabels, writeLabelRanges } = await import('../file/page-labels.ts');
    const indexes = numbers.map((number) => number - 1);
    return writeLabelRanges(selectLabels(labels, indexes));
  }
}
