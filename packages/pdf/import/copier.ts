import { copyStream } from '../merge/copy-stream.ts';
import type { ObjectWriter } from '../merge/object-writer.ts';
import { toElement } from './tag-element.ts';
import { isForbidden, isForbiddenKey, isSignature } from './sanitise.ts';
import { VALUE_WORK } from './limits.ts';
import type { SourceFile } from './source-file.ts';
import {
  type Dictionary,
  isDictionary,
  isList,
  Name,
  nameOf,
  type PdfValue,
  Reference,
  Text,
  writeValue,
} from './values.ts';

/** Says where a stream is in another file, which a reader would open. */
const EXTERNAL = ['F', 'FFilter', 'FDecodeParms'];

/** Pages and what lists them are written by themselves. A page that is in no list is not a page of the document. */
const STRUCTURE = new Set(['Page', 'Pages', 'Catalog', 'Template', 'ObjStm', 'XRef']);

/** It is copied, written, and packed. */
const WORK_PER_CHARACTER = 3;

/** Copies objects, and what they refer to, with new ids and without what runs. */
export class ObjectCopier {
  readonly file: SourceFile;
  readonly writer: ObjectWriter;
  /** By id in the source. 0 for what is left out. */
  readonly #ids = new Map<number, number>();
  readonly #waiting: number[] = [];
  /** Ids that the caller has written. They can still be in `#waiting`. */
  readonly #written = new Set<number>();
  #roles: ReadonlyMap<string, string> = new Map();

  constructor(file: SourceFile, writer: ObjectWriter) {
    this.file = file;
    this.writer = writer;
  }

  /** Gives an object the id under which the caller writes it. Null leaves it out. */
  place(id: number, copyId: number | null): void {
    this.#ids.set(id, copyId ?? 0);
  }

  /** The copy of an object, or null if it is left out. */
  toReference(id: number): Reference | null {
    const known = this.#ids.get(id);
    if (known !== undefined) return known === 0 ? null : new Reference(known);
    const copy = this.writer.reserve();
    this.#ids.set(id, copy);
    this.#waiting.push(id);
    return new Reference(copy);
  }

  /** The standard roles of the file's own ones. */
  useRoles(roles: ReadonlyMap<string, string>): void {
    this.#roles = roles;
  }

  /** The caller has written the object under the id of its reference. */
  written(id: number): void {
    this.#written.add(id);
  }

  /** With the references of the copy. */
  copy(value: PdfValue): PdfValue {
    this.file.meter.charge(VALUE_WORK + lengthOf(value) * WORK_PER_CHARACTER);
    if (value instanceof Reference) return this.toReference(value.id);
    if (isList(value)) return value.map((item) => this.copy(item));
    if (!isDictionary(value)) return value;
    if (isForbidden(value) || isSignature(value)) return null;
    const copy = this.copyEntries(value, []);
    const isElement =
      nameOf(value.get('Type')) === 'StructElem' || (copy.has('S') && copy.has('P') && copy.has('K'));
    return isElement ? toElement(copy, this.#roles) : copy;
  }

  /** @param without keys that the caller writes */
  copyEntries(dictionary: Dictionary, without: readonly string[]): Map<string, PdfValue> {
    const copy = new Map<string, PdfValue>();
    for (const [key, value] of dictionary) {
      this.file.meter.charge(VALUE_WORK + key.length * WORK_PER_CHARACTER);
      if (isForbiddenKey(key) || without.includes(key)) continue;
      const copied = this.copy(value);
      // An entry that is null is one that is missing.
      if (copied !== null) copy.set(key, copied);
    }
    return copy;
  }

  /** Writes what was referred to, and what that refers to. */
  async *writeWaiting(): AsyncGenerator<Uint8Array> {
    for (let id = this.#waiting.pop(); id !== undefined; id = this.#waiting.pop()) {
      if (this.#written.has(id)) continue;
      const copyId = this.#ids.get(id) ?? 0;
      const { value, stream } = await this.file.object(id);
      if (stream !== null && isDictionary(value)) {
        const { length } = stream;
        const entries = this.copyEntries(value, [...EXTERNAL, 'Length', 'DL']);
        entries.set('Length', length);
        const object = { id, text: '', stream };
        yield* this.writer.writeStream(copyId, writeValue(entries), copyStream(this.file.source, object));
        continue;
      }
      const isStructure = isDictionary(value) && STRUCTURE.has(nameOf(value.get('Type')) ?? '');
      const text = writeValue(isStructure ? null : this.copy(value));
      for (const piece of this.writer.write(copyId, text)) yield piece;
    }
  }

  /** A dictionary itself, where the engine reads no reference. */
  async direct(value: PdfValue | undefined): Promise<Map<string, PdfValue> | null> {
    const dictionary = await this.file.dictionary(value);
    return dictionary && this.copyEntries(dictionary, []);
  }
}

/** Returns the length of a string or a name. Other values are short, or contain values that are counted themselves. */
function lengthOf(value: PdfValue): number {
  if (value instanceof Text) return value.bytes.length;
  return value instanceof Name ? value.name.length : 0;
}
