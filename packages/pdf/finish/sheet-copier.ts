import type { ByteSource } from '../file/byte-source.ts';
import {
  findReferences,
  mapReferences,
  readDictionary,
  readReference,
  UnreadablePdf,
} from '../file/dictionary.ts';
import type { PdfRewrite } from '../file/rewrite.ts';
import { type PdfObject, PdfReader, readShownPage } from '../file/reader.ts';
import { readSheetLinks, type SheetLink } from './sheet-links.ts';

export interface Form {
  readonly id: number;
  /** Points. */
  readonly width: number;
  readonly height: number;
  readonly links: readonly SheetLink[];
}

/** The dictionary and the data of the copy of a stream. */
export interface CopiedStream {
  readonly text: string;
  readonly data: Uint8Array;
}

const STRUCTURE = /\/Type \/(?:Pages?|Catalog|StructTreeRoot|StructElem)\b/;

/** Turns pages of one PDF into form XObjects of another, each once. */
export class SheetCopier {
  readonly #reader: PdfReader;
  readonly #pages: readonly PdfObject[];
  readonly #rewrite: PdfRewrite;
  readonly #readStream: (stream: PdfObject) => Promise<CopiedStream>;
  /** By id in the first PDF, the id in the other. */
  readonly #copies = new Map<number, number>();
  readonly #forms = new Map<number, Form>();

  /** @param readStream for streams that are not copied as they are */
  constructor(
    reader: PdfReader,
    pages: readonly PdfObject[],
    rewrite: PdfRewrite,
    readStream = async (stream: PdfObject) => ({ text: stream.text, data: await reader.readStream(stream) }),
  ) {
    this.#reader = reader;
    this.#pages = pages;
    this.#rewrite = rewrite;
    this.#readStream = readStream;
  }

  static async open(source: ByteSource, rewrite: PdfRewrite): Promise<SheetCopier> {
    const reader = await PdfReader.open(source, rewrite.meter);
    return new SheetCopier(reader, await reader.pages(), rewrite);
  }

  async copyPage(index: number): Promise<Form> {
    const known = this.#forms.get(index);
    if (known) return known;
    const page = this.#pages[index];
    if (!page) throw new UnreadablePdf(`no sheet ${index}: there are ${this.#pages.length}`);
    const { width, height } = readShownPage(page);
    const content = await this.#reader.object(readReference(page.text, 'Contents'));
    if (!content.text.startsWith('<<')) throw new UnreadablePdf(`object ${content.id} has no dictionary`);
    const resources = await this.copyReferences(readDictionary(page.text, 'Resources').text);
    const form = {
      id: this.#rewrite.reserve(),
      width,
      height,
      links: await readSheetLinks(this.#reader, page),
    };
    const box = `/Type /XObject /Subtype /Form /BBox [0 0 ${width} ${height}] /Resources ${resources}`;
    const dictionary = `<<${box} ${content.text.slice('<<'.length)}`;
    this.#rewrite.write(form.id, dictionary, await this.#reader.readStream(content));
    this.#forms.set(index, form);
    return form;
  }

  /** Returns the text with the ids of the copies. */
  async copyReferences(text: string): Promise<string> {
    for (const id of findReferences(text)) await this.#copyObject(id);
    return mapReferences(text, (id) => this.#copies.get(id) ?? null);
  }

  async #copyObject(id: number): Promise<void> {
    if (this.#copies.has(id)) return;
    const copy = this.#rewrite.reserve();
    this.#copies.set(id, copy);
    const object = this.#reader.has(id) ? await this.#reader.object(id) : null;
    // A drawing can name its page, which would bring all others.
    if (object === null || STRUCTURE.test(object.text)) return this.#rewrite.write(copy, 'null');
    const { text, data } = object.stream ? await this.#readStream(object) : { text: object.text };
    this.#rewrite.write(copy, await this.copyReferences(text), data);
  }
}
