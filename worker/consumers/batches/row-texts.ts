import { LRUCache } from 'lru-cache';
import type { ObjectStore } from '../../adapters/r2/object-store.ts';
import { batchRowsKey } from '../../adapters/r2/keys.ts';
import type { RowPlace } from '../../objects/batch/protocol.ts';

/** One read of R2 gets the rows that follow, which the consumers of this isolate take next. */
const PIECE_BYTES = 64_000;

/** At most half a megabyte for each isolate. */
const KEPT_PIECES = 8;
const KEPT_MS = 60_000;

interface Piece {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** By object: the piece that was read last. Bytes and no promises: those belong to one request. */
const pieces = new LRUCache<string, Piece>({ max: KEPT_PIECES, ttl: KEPT_MS });

/** The text of a row. It is null if it is not stored. */
export async function readRowText(
  store: ObjectStore,
  batchId: string,
  place: RowPlace,
): Promise<ReadableStream<Uint8Array> | null> {
  const { offset, length } = place;
  const key = batchRowsKey(batchId, place.chunk);
  if (length > PIECE_BYTES) return (await store.get(key, { offset, length }))?.body ?? null;
  const known = pieces.get(key);
  const found = known && cut(known, place);
  if (found) return streamOf(found);
  const stored = await store.get(key, { offset, length: PIECE_BYTES });
  if (stored === null) return null;
  const piece = { offset, bytes: new Uint8Array(await new Response(stored.body).arrayBuffer()) };
  pieces.set(key, piece);
  const text = cut(piece, place);
  return text && streamOf(text);
}

function cut({ offset, bytes }: Piece, place: RowPlace): Uint8Array<ArrayBuffer> | null {
  const start = place.offset - offset;
  const end = start + place.length;
  return start >= 0 && end <= bytes.byteLength ? bytes.slice(start, end) : null;
}

const streamOf = (text: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> => new Blob([text]).stream();
