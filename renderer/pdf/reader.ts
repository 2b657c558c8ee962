import type { ByteSource } from './byte-source.ts';

/** One character a byte, so that places in the text are places in the file. */
const latin1 = new TextDecoder('latin1');

/** What follows the last cross-reference table is some 100 bytes long. */
const TAIL_BYTES = 1024;

/** The PDF is not as Skia, Chromium's writer, leaves it. */
export class UnreadablePdf extends Error {
  override readonly name = 'UnreadablePdf';
}

export interface PdfObject {
  readonly id: number;
  /** The object's dictionary or value, without a stream's data. */
  readonly text: string;
  /** Where in the file a stream's data lies, as `/Length` tells. */
  readonly stream: { readonly offset: number; readonly length: number } | null;
}

/**
 * Reads the PDFs that Skia writes: version 1.4, one cross-reference table, no object streams, references
 * as `12 0 R` (https://skia.googlesource.com/skia/+/main/src/pdf/). Pages are read where they are.
 */
export class PdfReader {
  readonly source: ByteSource;
  readonly startXref: number;
  readonly trailer: string;
  readonly objectCount: number;
  /** Places of the objects by id; 0 is a free one. */
  readonly #offsets: readonly number[];
  /** The same, in the order of the file, ended by the table's own place. */
  readonly #ends: ReadonlyMap<number, number>;

  private constructor(source: ByteSource, startXref: number, offsets: readonly number[], trailer: string) {
    this.source = source;
    this.startXref = startXref;
    this.#offsets = offsets;
    this.objectCount = offsets.length;
    this.trailer = trailer;
    const inOrder = offsets.filter((offset) => offset > 0).sort((one, other) => one - other);
    this.#ends = new Map(inOrder.map((offset, index) => [offset, inOrder[index + 1] ?? startXref]));
  }

  /** @throws {UnreadablePdf} */
  static async open(source: ByteSource): Promise<PdfReader> {
    const tailOffset = Math.max(0, source.sizeBytes - TAIL_BYTES);
    const tail = latin1.decode(await source.read(tailOffset, TAIL_BYTES));
    const startXref = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1] ?? Number.NaN);
    if (!(startXref < source.sizeBytes)) throw new UnreadablePdf('no cross-reference table');
    const text = latin1.decode(await source.read(startXref, source.sizeBytes - startXref));
    const [head, objectCount] = /^xref\s+0 (\d+)\s+/.exec(text) ?? [];
    if (!head || !objectCount) throw new UnreadablePdf('an unknown cross-reference table');
    // Every entry of the table is 20 bytes long (ISO 32000-1, 7.5.4).
    const offsets = Array.from({ length: Number(objectCount) }, (_, id) => {
      const entry = text.substr(head.length + id * 20, 20);
      return entry[17] === 'n' ? Number(entry.slice(0, 10)) : 0;
    });
    const trailer = /trailer\s*<<([\s\S]*?)>>\s*startxref/.exec(text)?.[1] ?? '';
    return new PdfReader(source, startXref, offsets, trailer);
  }

  async object(id: number): Promise<PdfObject> {
    const offset = this.#offsets[id] ?? 0;
    const end = this.#ends.get(offset);
    if (!offset || end === undefined) throw new UnreadablePdf(`no object ${id}`);
    // A dictionary is short; the data after it may be long.
    let text = latin1.decode(await this.source.read(offset, Math.min(end - offset, 4096)));
    if (!/\bstream\r?\n|endobj/.test(text))
      text = latin1.decode(await this.source.read(offset, end - offset));
    const [head] = /^\d+ 0 obj\s*/.exec(text) ?? [];
    if (!head) throw new UnreadablePdf(`object ${id} is not where it should be`);
    const data = /\s*\bstream\r?\n/.exec(text);
    if (!data) return { id, text: text.slice(head.length, text.lastIndexOf('endobj')).trim(), stream: null };
    const dictionary = text.slice(head.length, data.index);
    const length = Number(/\/Length (\d+)(?! \d+ R)/.exec(dictionary)?.[1] ?? Number.NaN);
    if (Number.isNaN(length)) throw new UnreadablePdf(`object ${id} is of unknown length`);
    return { id, text: dictionary, stream: { offset: offset + data.index + data[0].length, length } };
  }

  /** The root of the page tree. */
  async #pageTree(): Promise<PdfObject> {
    const catalog = await this.object(reference(this.trailer, 'Root'));
    return this.object(reference(catalog.text, 'Pages'));
  }

  async pageCount(): Promise<number> {
    return Number(/\/Count (\d+)/.exec((await this.#pageTree()).text)?.[1] ?? 0);
  }

  /** The pages in their order. */
  async pages(): Promise<readonly PdfObject[]> {
    const pages: PdfObject[] = [];
    const walk = async (node: PdfObject): Promise<void> => {
      if (node.text.includes('/Type /Pages')) {
        for (const kid of references(/\/Kids \[([^\]]*)\]/.exec(node.text)?.[1] ?? '')) {
          await walk(await this.object(kid));
        }
      } else {
        pages.push(node);
      }
    };
    await walk(await this.#pageTree());
    return pages;
  }
}

/** The id that `/Name 12 0 R` refers to. @throws {UnreadablePdf} */
export function reference(dictionary: string, name: string): number {
  const id = new RegExp(`/${name} (\\d+) 0 R`).exec(dictionary)?.[1];
  if (id === undefined) throw new UnreadablePdf(`no /${name}`);
  return Number(id);
}

/** All ids that are referred to, in order. */
export const references = (text: string): number[] =>
  Array.from(text.matchAll(/(\d+) 0 R\b/g), ([, id]) => Number(id));

/** `/MediaBox [0 0 w h]` of a page, in points. */
export function mediaBox(page: PdfObject): { width: number; height: number } {
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(page.text) ?? [];
  if (!width || !height) throw new UnreadablePdf(`page ${page.id} has no size`);
  return { width: Number(width), height: Number(height) };
}
