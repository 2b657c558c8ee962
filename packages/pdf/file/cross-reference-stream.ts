import { deflateSync, inflateSync } from 'node:zlib';
import { UnreadablePdf } from './dictionary.ts';

/** Its kind, its offset or the id of its object stream, and its place there (ISO 32000-1, 7.5.8). */
const ROW_BYTES = 6;

/** A row says first that it has the differences to the row before. */
const STEP_BYTES = ROW_BYTES + 1;
const UP = 2;

const [FREE, DIRECT, PACKED] = [0, 1, 2] as const;

/** A free object with this generation is not used again. */
const LAST_GENERATION = 255;

/** Four million objects. */
const MAX_EXPANDED_BYTES = 1 << 25;

/** The place of an object: an offset in the file, or an index in an object stream. */
export type ObjectPlace =
  | { readonly offset: number }
  | { readonly container: number; readonly index: number }
  | null;

/** The stream of an object that is written as `${id} 0 obj\n${text} stream\n…`. */
export interface CrossReferenceStream {
  readonly text: string;
  readonly data: Uint8Array;
}

/** @param trailer the entries that a trailer has, apart from the size */
export function packCrossReferences(
  size: number,
  placeOf: (id: number) => ObjectPlace,
  trailer: string,
): CrossReferenceStream {
  const rows = new Uint8Array(size * STEP_BYTES);
  const view = new DataView(rows.buffer);
  for (let id = 0; id < size; id += 1) {
    const at = id * STEP_BYTES + 1;
    const place = placeOf(id);
    if (place === null) {
      view.setUint8(at, FREE);
      view.setUint8(at + 5, LAST_GENERATION);
    } else if ('offset' in place) {
      view.setUint8(at, DIRECT);
      view.setUint32(at + 1, place.offset);
    } else {
      view.setUint8(at, PACKED);
      view.setUint32(at + 1, place.container);
      view.setUint8(at + 5, place.index);
    }
  }
  for (let start = rows.byteLength - STEP_BYTES; start >= 0; start -= STEP_BYTES) {
    rows[start] = UP;
    if (start === 0) break;
    for (let at = start + 1; at < start + STEP_BYTES; at += 1)
      rows[at] = (rows[at] ?? 0) - (rows[at - STEP_BYTES] ?? 0);
  }
  const data = deflateSync(rows);
  const form = `/W [1 4 1] /DecodeParms <</Columns ${ROW_BYTES} /Predictor 12>> /Filter /FlateDecode`;
  const text = `<</Type /XRef /Size ${size} ${trailer} ${form} /Length ${data.byteLength}>>`;
  return { text, data };
}

/** The places of objects in object streams, by id. */
export interface PackedIds {
  /** The id of the object stream, or 0. */
  readonly containers: Uint32Array;
  /** The place in it, from 0. */
  readonly indexes: Uint8Array;
}

/** The places of all objects, as `packCrossReferences` writes them. */
export interface PackedPlaces {
  /** By id; 0 for an object that is free or packed. */
  readonly offsets: number[];
  readonly packed: PackedIds;
}

/** @throws {UnreadablePdf} another program wrote it */
export function unpackCrossReferences(dictionary: string, data: Uint8Array): PackedPlaces {
  const [, size] = /\/Size (\d+)/.exec(dictionary) ?? [];
  const isOwn =
    dictionary.includes('/W [1 4 1]') && dictionary.includes(`/Columns ${ROW_BYTES} /Predictor 12`);
  const rows = isOwn ? expand(data) : null;
  if (rows === null || rows.byteLength !== Number(size) * STEP_BYTES)
    throw new UnreadablePdf('an unknown cross-reference stream');
  const view = new DataView(rows.buffer, rows.byteOffset);
  const offsets: number[] = [];
  const containers = new Uint32Array(Number(size));
  const indexes = new Uint8Array(Number(size));
  for (let id = 0, start = 0; start < rows.byteLength; id += 1, start += STEP_BYTES) {
    if (rows[start] !== UP) throw new UnreadablePdf('an unknown cross-reference stream');
    if (start > 0)
      for (let at = start + 1; at < start + STEP_BYTES; at += 1)
        rows[at] = (rows[at] ?? 0) + (rows[at - STEP_BYTES] ?? 0);
    const kind = rows[start + 1];
    offsets.push(kind === DIRECT ? view.getUint32(start + 2) : 0);
    if (kind !== PACKED) continue;
    containers[id] = view.getUint32(start + 2);
    indexes[id] = view.getUint8(start + 6);
  }
  return { offsets, packed: { containers, indexes } };
}

function expand(data: Uint8Array): Uint8Array<ArrayBuffer> {
  try {
    return inflateSync(data, { maxOutputLength: MAX_EXPANDED_BYTES });
  } catch (error) {
    throw new UnreadablePdf('the cross-reference stream cannot be expanded', { cause: error });
  }
}
