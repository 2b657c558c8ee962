import type { ByteSource } from './byte-source.ts';
import { readReference } from './dictionary.ts';
import type { PdfReader } from './reader.ts';

/** Only the additions are in memory, so the document may have any size (ISO 32000-1, 7.5.6). */
export class IncrementalUpdate {
  readonly #reader: PdfReader;
  readonly #chunks: Uint8Array[] = [];
  readonly #offsets = new Map<number, number>();
  #nextId: number;
  #end: number;

  constructor(reader: PdfReader) {
    this.#reader = reader;
    this.#nextId = reader.objectCount;
    this.#end = reader.source.sizeBytes;
    this.#append('\n');
  }

  reserve(): number {
    this.#nextId += 1;
    return this.#nextId - 1;
  }

  write(id: number, text: string, stream?: Uint8Array): void {
    this.#offsets.set(id, this.#end);
    this.#append(`${id} 0 obj\n${text}`);
    if (stream) {
      this.#append(' stream\n');
      this.#append(stream);
      this.#append('\nendstream');
    }
    this.#append('\nendobj\n');
  }

  /** `dictionary` has no brackets and no `/Length`. */
  writeStream(dictionary: string, content: string): number {
    const id = this.reserve();
    const bytes = new TextEncoder().encode(content);
    this.write(id, `<<${dictionary} /Length ${bytes.byteLength}>>`, bytes);
    return id;
  }

  finish(): ByteSource {
    const startXref = this.#end;
    this.#append(this.#crossReferences());
    const { trailer, startXref: previous, source } = this.#reader;
    const info = trailer.includes('/Info ') ? ` /Info ${readReference(trailer, 'Info')} 0 R` : '';
    const root = `/Root ${readReference(trailer, 'Root')} 0 R`;
    this.#append(`trailer\n<</Size ${this.#nextId} ${root}${info} /Prev ${previous}>>\n`);
    this.#append(`startxref\n${startXref}\n%%EOF\n`);
    return concatenate(source, this.#chunks);
  }

  #crossReferences(): string {
    const ids = [...this.#offsets.keys()].sort((one, other) => one - other);
    let section = '';
    let text = 'xref\n';
    let first = 0;
    let count = 0;
    const flush = () => {
      if (count > 0) text += `${first} ${count}\n${section}`;
      section = '';
      count = 0;
    };
    for (const id of ids) {
      if (count > 0 && id !== first + count) flush();
      if (count === 0) first = id;
      count += 1;
      section += `${String(this.#offsets.get(id)).padStart(10, '0')} 00000 n \n`;
    }
    flush();
    return text;
  }

  #append(data: string | Uint8Array): void {
    const bytes = typeof data === 'string' ? latin1Bytes(data) : data;
    this.#chunks.push(bytes);
    this.#end += bytes.byteLength;
  }
}

/** The reader decodes one character for each byte. */
const latin1Bytes = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));

function concatenate(head: ByteSource, chunks: readonly Uint8Array[]): ByteSource {
  const tail = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.byteLength, 0));
  let filled = 0;
  for (const chunk of chunks) {
    tail.set(chunk, filled);
    filled += chunk.byteLength;
  }
  return {
    ...(head.closed ? { closed: head.closed, close: () => head.close?.() } : {}),
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
