import type { ByteSource } from './byte-source.ts';
import type { Span } from './cross-references.ts';
import { readReference } from './dictionary.ts';
import type { PdfReader } from './reader.ts';
import { toHexString } from './syntax.ts';

const SPACE = 0x20;

/**
 * Writes a document with some objects replaced, as one version (decision 22). The old forms of these objects are
 * overwritten with spaces, and the old cross-reference table is left out. So no part of the file has the old version.
 * Only the new objects and the cross-reference table are in memory, so the document may have any size.
 */
export class PdfRewrite {
  readonly #reader: PdfReader;
  readonly #chunks: Uint8Array[] = [];
  readonly #offsets: number[];
  readonly #replaced: Span[];
  #end: number;
  #info: number | null;

  constructor(reader: PdfReader) {
    this.#reader = reader;
    this.#offsets = [...reader.offsets];
    this.#end = reader.bodyEnd;
    this.#replaced = [...reader.hidden];
    this.#info = reader.trailer.includes('/Info ') ? readReference(reader.trailer, 'Info') : null;
  }

  /** The object with the title, the author and so on. */
  writeInfo(text: string): void {
    this.#info ??= this.reserve();
    this.write(this.#info, text);
  }

  reserve(): number {
    return this.#offsets.push(0) - 1;
  }

  /** Write what a page draws before the page, so that a part of the file with the page has its drawings too. */
  write(id: number, text: string, stream?: Uint8Array): void {
    if (this.#offsets[id]) this.#replaced.push(this.#reader.locate(id));
    this.#offsets[id] = this.#end;
    this.#append(`${id} 0 obj\n${text}`);
    if (stream) {
      this.#append(' stream\n');
      this.#append(stream);
      this.#append('\nendstream');
    }
    this.#append('\nendobj\n');
  }

  add(text: string): number {
    const id = this.reserve();
    this.write(id, text);
    return id;
  }

  /** `dictionary` has no brackets and no `/Length`. */
  writeStream(dictionary: string, content: string): number {
    const id = this.reserve();
    const bytes = new TextEncoder().encode(content);
    this.write(id, `<<${dictionary} /Length ${bytes.byteLength}>>`, bytes);
    return id;
  }

  /** The document itself, if nothing was written. */
  finish(): ByteSource {
    if (this.#chunks.length === 0) return this.#reader.source;
    const startXref = this.#end;
    this.#append(this.#crossReferences());
    const { trailer } = this.#reader;
    const info = this.#info === null ? '' : ` /Info ${this.#info} 0 R`;
    const root = `/Root ${readReference(trailer, 'Root')} 0 R`;
    this.#append(`trailer\n<</Size ${this.#offsets.length} ${root}${info} ${toFileIdentifier(trailer)}>>\n`);
    this.#append(`startxref\n${startXref}\n%%EOF\n`);
    return concatenate(blanked(this.#reader.body, this.#replaced), this.#chunks);
  }

  /** A free object points to the next free object (ISO 32000-1, 7.5.4). */
  #crossReferences(): string {
    const offsets = this.#offsets;
    const entries: string[] = [];
    let nextFree = 0;
    for (let id = offsets.length - 1; id >= 0; id -= 1) {
      const offset = offsets[id];
      const number = String(offset || nextFree).padStart(10, '0');
      entries.push(offset ? `${number} 00000 n \n` : `${number} ${id === 0 ? '65535' : '00001'} f \n`);
      if (!offset) nextFree = id;
    }
    return `xref\n0 ${offsets.length}\n${entries.toReversed().join('')}`;
  }

  #append(data: string | Uint8Array): void {
    const bytes = typeof data === 'string' ? latin1Bytes(data) : data;
    this.#chunks.push(bytes);
    this.#end += bytes.byteLength;
  }
}

const IDENTIFIER = /\/ID\s*\[\s*(<[\dA-Fa-f]+>)/;

/** The first part stays the same in all versions of a file (ISO 32000-1, 14.4). */
export function toFileIdentifier(trailer: string): string {
  const version = toHexString(crypto.getRandomValues(new Uint8Array(16)));
  return `/ID [${IDENTIFIER.exec(trailer)?.[1] ?? version} ${version}]`;
}

/** The reader decodes one character for each byte. */
const latin1Bytes = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));

/** The source with spaces instead of the bytes of `spans`. */
const blanked = (source: ByteSource, spans: readonly Span[]): ByteSource => ({
  ...source,
  async read(offset, length) {
    const bytes = await source.read(offset, length);
    const end = offset + bytes.byteLength;
    const inside = spans.filter((span) => span.offset < end && span.end > offset);
    if (inside.length === 0) return bytes;
    const copy = bytes.slice();
    for (const span of inside) copy.fill(SPACE, Math.max(0, span.offset - offset), span.end - offset);
    return copy;
  },
});

function concatenate(head: ByteSource, chunks: readonly Uint8Array[]): ByteSource {
  const tail = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.byteLength, 0));
  let filled = 0;
  for (const chunk of chunks) {
    tail.set(chunk, filled);
    filled += chunk.byteLength;
  }
  return {
    ...head,
    sizeBytes: head.sizeBytes + tail.byteLength,
    async read(offset, length) {
      const fromTail = tail.subarray(
        Math.max(0, offset - head.sizeBytes),
        Math.max(0, offset + length - head.sizeBytes),
      );
      if (offset >= head.sizeBytes) return fromTail;
      const fromHead = await head.read(offset, Math.min(length, head.sizeBytes - offset));
      if (fromTail.byteLength === 0) return fromHead;
      const both = new Uint8Array(fromHead.byteLength + fromTail.byteLength);
      both.set(fromHead);
      both.set(fromTail, fromHead.byteLength);
      return both;
    },
  };
}
