import { createHash } from 'node:crypto';
import { findReferences } from '../file/dictionary.ts';
import type { PdfObject } from '../file/reader.ts';
import { copyStream } from './copy-stream.ts';
import type { InputFile } from './input-file.ts';
import type { ObjectWriter } from './object-writer.ts';
import { type Digest, toDigest, type TwinTable } from './twin-table.ts';

/** Objects that refer to each other in more levels are not shared. */
const MAX_LEVELS = 32;

/** Objects that were read to see whether they can be shared, and are written later. */
const MAX_READ_AHEAD = 1_000;

/** A longer stream is not in memory. Its start says whether another one can be equal. */
const WHOLE_BYTES = 1 << 20;
const HEAD_BYTES = 1 << 16;

/** Nothing refers to it yet. */
const UNKNOWN = 0;
/** It has an id of its own, under which it must be written. */
const OWN = 1;
/** The objects that it refers to are being copied. */
const VISITED = 2;
/** It is written, or the same as an object that is written. Equal objects have the same id. */
const SHARED = 3;
/** It is written, and no other one can be the same. */
const WRITTEN = 4;

/**
 * Finds objects that are never shared, even if another one looks the same: pages, annotations, fields, layers, tags, and those
 * that name their parent.
 */
const UNIQUE =
  /\/Type \/(?:Pages?|Annot|StructElem|OCG|Sig)\b|\/Subtype \/(?:Widget|Link|Popup)\b|\/(?:Parent|P|StructParents?) \d|\/FT \//;

/** The objects that it refers to are never shared. */
const TAG = /\/Type \/StructElem\b/;

interface Means {
  readonly writer: ObjectWriter;
  readonly twins: TwinTable;
  /** The text of an object in the merged file. */
  readonly copyText: (object: PdfObject) => string;
}

/** Copies the objects of one file. What another object of the merged file is already gets the id of that object. */
export class FileCopier {
  readonly #input: InputFile;
  readonly #means: Means;
  /** By id in the file, the id in the merged file, or 0. */
  readonly #ids: Uint32Array;
  readonly #states: Uint8Array;
  readonly #ahead = new Map<number, PdfObject>();

  constructor(input: InputFile, means: Means) {
    this.#input = input;
    this.#means = means;
    this.#ids = new Uint32Array(input.reader.offsets.length);
    this.#states = new Uint8Array(input.reader.offsets.length);
  }

  /** The id in the merged file. */
  toId(id: number): number {
    const known = this.#ids[id];
    if (known) return known;
    const own = this.#means.writer.reserve();
    this.#ids[id] = own;
    if (this.#states[id] === UNKNOWN) this.#states[id] = OWN;
    return own;
  }

  async *copyAll(): AsyncGenerator<Uint8Array> {
    const { reader, leftOut } = this.#input;
    for (const id of leftOut) this.#states[id] = WRITTEN;
    for (const id of reader.idsInOrder()) {
      const state = this.#states[id];
      if (state !== UNKNOWN && state !== OWN) continue;
      const object = await this.#read(id);
      // Most objects of a tagged file. A generator for each would take longer than what it does.
      if (object.stream === null && TAG.test(object.text))
        for (const piece of this.#writeOwn(object)) yield piece;
      else yield* this.#copy(object, 0);
    }
  }

  /** Writes the objects that it refers to first, if they can be shared. */
  async *#copy(object: PdfObject, level: number): AsyncGenerator<Uint8Array> {
    const { id, text, stream } = object;
    let isShared = this.#states[id] === UNKNOWN && level < MAX_LEVELS && !UNIQUE.test(text);
    this.#states[id] = VISITED;
    for (const reference of findReferences(text)) {
      if (this.#states[reference] === UNKNOWN) yield* this.#copyAhead(reference, level + 1);
      if (this.#states[reference] !== SHARED) isShared = false;
    }
    if (isShared) yield* this.#share(object);
    else if (stream === null) for (const piece of this.#writeOwn(object)) yield piece;
    else {
      this.#states[id] = WRITTEN;
      const { writer, copyText } = this.#means;
      const data = copyStream(this.#input.reader.source, object);
      yield* writer.writeStream(this.toId(id), copyText(object), data);
    }
  }

  #writeOwn(object: PdfObject): Iterable<Uint8Array> {
    const { writer, copyText } = this.#means;
    this.#states[object.id] = WRITTEN;
    return writer.write(this.toId(object.id), copyText(object));
  }

  /** Only what can be shared is copied before its turn. */
  async *#copyAhead(id: number, level: number): AsyncGenerator<Uint8Array> {
    if (!this.#input.reader.has(id)) {
      this.#states[id] = WRITTEN;
      return;
    }
    const object = await this.#read(id);
    if (level < MAX_LEVELS && !UNIQUE.test(object.text)) yield* this.#copy(object, level);
    else if (this.#ahead.size < MAX_READ_AHEAD) this.#ahead.set(id, object);
  }

  async #read(id: number): Promise<PdfObject> {
    const ahead = this.#ahead.get(id);
    this.#ahead.delete(id);
    return ahead ?? this.#input.reader.object(id);
  }

  async *#share(object: PdfObject): AsyncGenerator<Uint8Array> {
    const { id, stream } = object;
    const { twins, writer, copyText } = this.#means;
    const text = copyText(object);
    if (stream !== null && stream.length > WHOLE_BYTES) {
      yield* this.#shareLong(object, text);
    } else {
      const data = stream === null ? null : await this.#input.reader.readStream(object);
      const digest = digestOf(text, data ?? NO_BYTES);
      if (!this.#isTwin(id, digest)) {
        if (data === null) yield* writer.write(this.toId(id), text);
        else yield* writer.writeStream(this.toId(id), text, [data]);
        twins.add(digest, this.toId(id));
      }
    }
    this.#states[id] = SHARED;
  }

  /** It is read twice only if another one has the same start. */
  async *#shareLong(object: PdfObject, text: string): AsyncGenerator<Uint8Array> {
    const { twins, writer } = this.#means;
    const { source } = this.#input.reader;
    const start = await source.read(object.stream?.offset ?? 0, HEAD_BYTES);
    const startDigest = digestOf(`start of ${text}`, start);
    const hash = createHash('sha256').update(text);
    if (twins.find(startDigest) > 0) {
      const whole = createHash('sha256').update(text);
      for await (const piece of copyStream(source, object)) whole.update(piece);
      if (this.#isTwin(object.id, toDigest(whole.digest()))) return;
    }
    const own = this.toId(object.id);
    yield* writer.writeStream(own, text, hashed(copyStream(source, object), hash));
    twins.add(startDigest, own);
    twins.add(toDigest(hash.digest()), own);
  }

  #isTwin(id: number, digest: Digest): boolean {
    const twin = this.#means.twins.find(digest);
    // An object that has an id already would be missing under it.
    if (twin === 0 || this.#ids[id] !== 0) return false;
    this.#ids[id] = twin;
    return true;
  }
}

const NO_BYTES = new Uint8Array(0);

const digestOf = (text: string, data: Uint8Array): Digest =>
  toDigest(createHash('sha256').update(text).update(data).digest());

async function* hashed(
  pieces: AsyncIterable<Uint8Array>,
  hash: { update(piece: Uint8Array): unknown },
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}
