import { deflateSync, inflateSync } from 'node:zlib';
import type { Meter } from '@platen/meter';
import { UnreadablePdf } from './dictionary.ts';
import { latin1, latin1Bytes } from './latin1.ts';

/** The place of an object in its stream is one byte of the cross-reference stream. */
const MAX_OBJECTS = 200;

/** The usual level takes longer, and saves 1% of a file. */
const LEVEL = { level: 1 };

/** Readers expand a stream for one of its objects. */
const FULL_CHARACTERS = 1 << 16;

/** To expand a character, and to cut the text into objects. */
const EXPAND_WORK = 4;

/** A stream has one object that may be longer, such as a list of all pages. */
const MAX_EXPANDED_BYTES = 1 << 26;

export interface ObjectStream {
  /** In the order of the stream. */
  readonly ids: readonly number[];
  readonly text: string;
  readonly data: Uint8Array;
}

/** Collects objects that have no stream of their own, and compresses them together (ISO 32000-1, 7.5.7). */
export class ObjectPacker {
  #ids: number[] = [];
  #texts: string[] = [];
  #characters = 0;

  get isEmpty(): boolean {
    return this.#ids.length === 0;
  }

  get isFull(): boolean {
    return this.#ids.length >= MAX_OBJECTS || this.#characters >= FULL_CHARACTERS;
  }

  add(id: number, text: string): void {
    this.#ids.push(id);
    this.#texts.push(text);
    this.#characters += text.length;
  }

  /** Returns an object stream of the objects that were added since the last call. */
  take(): ObjectStream {
    let length = 0;
    const places = this.#texts.map((text, index) => {
      const place = `${this.#ids[index]} ${length}`;
      length += text.length + 1;
      return place;
    });
    const head = `${places.join(' ')}\n`;
    const data = deflateSync(latin1Bytes(`${head}${this.#texts.join('\n')}`), LEVEL);
    const ids = this.#ids;
    [this.#ids, this.#texts, this.#characters] = [[], [], 0];
    const size = `/Filter /FlateDecode /Length ${data.byteLength}`;
    return { ids, text: `<</Type /ObjStm /N ${ids.length} /First ${head.length} ${size}>>`, data };
  }
}

/** Returns the texts of the objects, by id. @throws {UnreadablePdf} */
export function unpackObjects(
  dictionary: string,
  data: Uint8Array,
  meter: Meter,
): ReadonlyMap<number, string> {
  const [, first] = /\/First (\d+)/.exec(dictionary) ?? [];
  if (!/\/Type \/ObjStm\b/.test(dictionary) || first === undefined)
    throw new UnreadablePdf('a stream of objects is none');
  const text = expand(data);
  meter.charge(EXPAND_WORK * text.length);
  const numbers = text.slice(0, Number(first)).trim().split(/\s+/).map(Number);
  const objects = new Map<number, string>();
  for (let at = 0; at + 1 < numbers.length; at += 2) {
    const start = Number(first) + (numbers[at + 1] ?? 0);
    const next = numbers[at + 3];
    objects.set(
      numbers[at] ?? 0,
      text.slice(start, next === undefined ? undefined : Number(first) + next).trim(),
    );
  }
  return objects;
}

function expand(data: Uint8Array): string {
  try {
    return latin1.decode(inflateSync(data, { maxOutputLength: MAX_EXPANDED_BYTES }));
  } catch (error) {
    throw new UnreadablePdf('a stream of objects cannot be expanded', { cause: error });
  }
}
