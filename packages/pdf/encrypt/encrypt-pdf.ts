import type { Meter } from '@platen/meter';
import type { EncryptionOptions } from '../options/finish-options.ts';
import type { ByteSource } from '../file/byte-source.ts';
import { type ObjectPlace, packCrossReferences } from '../file/cross-reference-stream.ts';
import { readReference, UnreadablePdf } from '../file/dictionary.ts';
import { joinLatin1, latin1Bytes } from '../file/latin1.ts';
import { type PdfObject, PdfReader } from '../file/reader.ts';
import { toFileIdentifier } from '../file/rewrite.ts';
import { findStrings, readEntries, readString, toHexString, writeEntries } from '../file/syntax.ts';
import { encryptedSize, GroupCipher } from './group-cipher.ts';
import { type FileKeys, makeKeys } from './keys.ts';
import { fromSegments, type Segment } from './segment-source.ts';

/** Small objects are encrypted together, up to about this size. */
const GROUP_BYTES = 1 << 17;
/** A stream over this size is a group of its own, and is encrypted in pieces. */
const LARGE_STREAM_BYTES = 1 << 18;
const PIECE_BYTES = 1 << 18;

const HEADER = '%PDF-1.7\n%\xd3\xeb\xe9\xe1\n';

/** AES-256 came with Adobe's extension of PDF 1.7, and is a part of PDF 2.0. */
const EXTENSIONS = '<</ADBE <</BaseVersion /1.7 /ExtensionLevel 8>>>>';

/**
 * Encrypts all strings and streams of a PDF. It is read twice, first for the sizes: so the size of the result is
 * known, and the document may have any size. Strings in an object stream are encrypted with the stream.
 * @throws {UnreadablePdf}
 */
export async function encryptPdf(
  source: ByteSource,
  encryption: EncryptionOptions | FileKeys,
  meter: Meter,
): Promise<ByteSource> {
  const reader = await PdfReader.open(source, meter);
  const keys = 'fileKey' in encryption ? encryption : await makeKeys(encryption);
  return new Encryption(reader, keys).open();
}

/** An object with places for its encrypted strings: between two texts, there is one. */
interface Template {
  readonly texts: readonly string[];
  readonly strings: readonly Uint8Array[];
  readonly stream: PdfObject['stream'];
}

class Encryption {
  readonly #reader: PdfReader;
  readonly #keys: FileKeys;
  readonly #rootId: number;
  readonly #seed = crypto.getRandomValues(new Uint8Array(16));
  readonly #offsets: number[];
  #position = HEADER.length;

  constructor(reader: PdfReader, keys: FileKeys) {
    this.#reader = reader;
    this.#keys = keys;
    this.#rootId = readReference(reader.trailer, 'Root');
    this.#offsets = reader.offsets.map(() => 0);
  }

  async open(): Promise<ByteSource> {
    const segments = [fromBytes(latin1Bytes(HEADER)), ...(await this.#plan())];
    segments.push(fromBytes(this.#end()));
    return fromSegments(segments, this.#reader.source);
  }

  async #plan(): Promise<Segment[]> {
    const segments: Segment[] = [];
    let [ids, sizeBytes]: [number[], number] = [[], 0];
    const close = () => {
      if (ids.length > 0) segments.push(this.#toSegment(ids, sizeBytes));
      [ids, sizeBytes] = [[], 0];
    };
    for (const id of this.#reader.placesInOrder()) {
      const template = await this.#read(id);
      const isLarge = (template.stream?.length ?? 0) > LARGE_STREAM_BYTES;
      if (isLarge || sizeBytes > GROUP_BYTES) close();
      this.#offsets[id] = this.#position;
      const size = measure(template);
      this.#position += size;
      ids.push(id);
      sizeBytes += size;
      if (isLarge) close();
    }
    close();
    return segments;
  }

  async #read(id: number): Promise<Template> {
    const object = await this.#reader.object(id);
    const { stream } = object;
    const text = id === this.#rootId ? withExtensions(object.text) : object.text;
    const places = findStrings(text);
    const texts: string[] = [];
    let end = 0;
    for (const place of places) {
      texts.push(text.slice(end, place.start));
      end = place.end;
    }
    texts.push(text.slice(end));
    const whole = stream ? withLength(texts, encryptedSize(stream.length)) : texts;
    const [first = '', ...others] = whole;
    const last = others.pop();
    const [head, tail] = [`${id} 0 obj\n`, stream ? ' stream\n' : '\nendobj\n'];
    return {
      texts: last === undefined ? [head + first + tail] : [head + first, ...others, last + tail],
      strings: places.map(({ start, end: stop }) => latin1Bytes(readString(text.slice(start, stop)))),
      stream,
    };
  }

  #toSegment(ids: readonly number[], sizeBytes: number): Segment {
    const [id = 0] = ids;
    const isLarge = ids.length === 1 && sizeBytes > LARGE_STREAM_BYTES;
    return { sizeBytes, read: () => (isLarge ? this.#writeLarge(id) : this.#writeGroup(ids, sizeBytes)) };
  }

  async *#writeGroup(ids: readonly number[], sizeBytes: number): AsyncGenerator<Uint8Array> {
    const templates: Template[] = [];
    const plain: Uint8Array[] = [];
    for (const id of ids) {
      const template = await this.#read(id);
      templates.push(template);
      plain.push(...template.strings);
      if (template.stream)
        plain.push(await this.#reader.readStream({ id, text: '', stream: template.stream }));
    }
    const encrypted = this.#cipher(ids).encryptAll(plain)[Symbol.iterator]();
    const next = () => encrypted.next().value ?? new Uint8Array(0);
    const buffer = new OutputBuffer(sizeBytes);
    for (const { texts, stream } of templates) {
      buffer.addText(texts.reduce((all, text) => all + toHexString(next()) + text));
      if (!stream) continue;
      buffer.addBytes(next());
      buffer.addText(STREAM_END);
    }
    yield buffer.bytes;
  }

  async *#writeLarge(id: number): AsyncGenerator<Uint8Array> {
    const { texts, strings, stream } = await this.#read(id);
    if (!stream) throw new Error('A large object without a stream');
    const cipher = this.#cipher([id]);
    const encrypted = cipher.encryptAll(strings);
    yield latin1Bytes(texts.reduce((all, text, index) => all + hexAt(encrypted, index - 1) + text));
    yield cipher.begin();
    for (let done = 0; done < stream.length; done += PIECE_BYTES) {
      const size = Math.min(PIECE_BYTES, stream.length - done);
      const piece = await this.#reader.source.read(stream.offset + done, size);
      if (piece.byteLength !== size) throw new UnreadablePdf(`object ${id} is cut off`);
      yield cipher.update(piece);
    }
    yield cipher.end(stream.length);
    yield latin1Bytes(STREAM_END);
  }

  #cipher([id = 0]: readonly number[]): GroupCipher {
    const start = this.#seed.slice();
    const view = new DataView(start.buffer);
    view.setUint32(0, view.getUint32(0) ^ id);
    return new GroupCipher(this.#keys.fileKey, start);
  }

  /** The dictionary of the encryption and the cross-references, which are not encrypted. */
  #end(): Uint8Array {
    const { trailer, packed } = this.#reader;
    const id = this.#offsets.push(this.#position) - 1;
    const object = `${id} 0 obj\n${this.#keys.dictionary}\nendobj\n`;
    const startXref = this.#position + object.length;
    const info = trailer.includes('/Info ') ? ` /Info ${readReference(trailer, 'Info')} 0 R` : '';
    const about = `/Root ${this.#rootId} 0 R${info} ${toFileIdentifier(trailer)} /Encrypt ${id} 0 R`;
    const references = packed === null ? this.#describeTable(about) : this.#describeStream(about, startXref);
    return joinLatin1([object, ...references, `startxref\n${startXref}\n%%EOF\n`]);
  }

  #describeTable(about: string): string[] {
    const entries = this.#offsets.map((offset) =>
      offset ? `${String(offset).padStart(10, '0')} 00000 n \n` : '0000000000 65535 f \n',
    );
    const size = this.#offsets.length;
    return [`xref\n0 ${size}\n`, ...entries, `trailer\n<</Size ${size} ${about}>>\n`];
  }

  #describeStream(about: string, offset: number): (string | Uint8Array)[] {
    const id = this.#offsets.push(offset) - 1;
    const { text, data } = packCrossReferences(this.#offsets.length, (one) => this.#placeOf(one), about);
    return [`${id} 0 obj\n${text} stream\n`, data, STREAM_END];
  }

  #placeOf(id: number): ObjectPlace {
    const offset = this.#offsets[id] ?? 0;
    if (offset > 0) return { offset };
    const container = this.#reader.containerOf(id);
    return container === 0 ? null : { container, index: this.#reader.packed?.indexes[id] ?? 0 };
  }
}

const STREAM_END = '\nendstream\nendobj\n';

const hexAt = (values: readonly Uint8Array[], index: number): string =>
  toHexString(values[index] ?? new Uint8Array(0));

/** A string of n bytes is written in 2 n digits and two brackets. */
function measure({ texts, strings, stream }: Template): number {
  let size = 0;
  for (const text of texts) size += text.length;
  for (const { byteLength } of strings) size += 2 * encryptedSize(byteLength) + 2;
  return stream ? size + encryptedSize(stream.length) + STREAM_END.length : size;
}

function withExtensions(catalog: string): string {
  const entries = readEntries(catalog);
  entries.delete('Version');
  return writeEntries(entries.set('Extensions', EXTENSIONS));
}

/** The reader uses the first one too. */
function withLength(texts: readonly string[], length: number): string[] {
  const LENGTH = /\/Length \d+(?! \d+ R)/;
  const index = texts.findIndex((text) => LENGTH.test(text));
  return texts.map((text, at) => (at === index ? text.replace(LENGTH, `/Length ${length}`) : text));
}

const fromBytes = (bytes: Uint8Array): Segment => ({ sizeBytes: bytes.byteLength, read: () => [bytes] });

class OutputBuffer {
  readonly bytes: Uint8Array;
  #filled = 0;

  constructor(sizeBytes: number) {
    this.bytes = new Uint8Array(sizeBytes);
  }

  addText(text: string): void {
    for (let at = 0; at < text.length; at += 1) this.bytes[this.#filled + at] = text.charCodeAt(at);
    this.#filled += text.length;
  }

  addBytes(bytes: Uint8Array): void {
    this.bytes.set(bytes, this.#filled);
    this.#filled += bytes.byteLength;
  }
}
