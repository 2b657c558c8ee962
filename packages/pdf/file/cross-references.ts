import type { ByteSource } from './byte-source.ts';
import { EncryptedPdf, UnreadablePdf } from './dictionary.ts';
import { type PackedIds, unpackCrossReferences } from './cross-reference-stream.ts';
import { latin1 } from './latin1.ts';

/** The text after the cross-reference table is about 100 bytes long. */
const TAIL_BYTES = 1024;

/** The first object of a linearized file is in them. */
const HEAD_BYTES = 512;

/** Most tables are shorter than this, and are read at once. */
const TABLE_BYTES = 1 << 16;

/** The bytes that are read after the entries. */
const TRAILER_BYTES = 4096;

/** Each entry has this length (ISO 32000-1, 7.5.4). */
const ENTRY_BYTES = 20;

/** Bytes of the file. */
export interface Span {
  readonly offset: number;
  readonly end: number;
}

export interface CrossReferences {
  /** By id; 0 for an id that is free or packed. */
  readonly offsets: readonly number[];
  /** It is null for a file without object streams. */
  readonly packed: PackedIds | null;
  readonly trailer: string;
  /** The offset of the cross-reference table at the end of the file. */
  readonly bodyEnd: number;
  /** The bytes that only a linearized file needs. The ids of their objects are free. */
  readonly hidden: readonly Span[];
}

interface Section {
  readonly firstId: number;
  readonly offsets: readonly number[];
  readonly trailer: string;
}

/** Reads what Skia or this package wrote, and files that version 0.1.0 linearized with qpdf. @throws {UnreadablePdf} */
export async function readCrossReferences(source: ByteSource): Promise<CrossReferences> {
  const tailOffset = Math.max(0, source.sizeBytes - TAIL_BYTES);
  const tail = latin1.decode(await source.read(tailOffset, TAIL_BYTES));
  const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1] ?? Number.NaN);
  const section = await readSection(source, start);
  if (section === null) return readPacked(source, start);
  const { firstId, offsets, trailer } = section;
  if (/\/Encrypt\b/.test(trailer)) throw new EncryptedPdf();
  if (/\/XRefStm\b/.test(trailer)) throw new UnreadablePdf('a hybrid file');
  const previous = /\/Prev (\d+)/.exec(trailer)?.[1];
  if (previous !== undefined) return readLinearized(source, section, Number(previous));
  if (firstId !== 0) throw new UnreadablePdf('an unknown cross-reference table');
  return { offsets, packed: null, trailer, bodyEnd: start, hidden: [] };
}

/** A cross-reference stream of this package (`packCrossReferences`). */
async function readPacked(source: ByteSource, start: number): Promise<CrossReferences> {
  const bytes = await source.read(start, source.sizeBytes - start);
  const text = latin1.decode(bytes.subarray(0, TRAILER_BYTES));
  const [head, id, trailer = ''] = /^(\d+) 0 obj\n<<(\/Type \/XRef [\s\S]*?)>> stream\n/.exec(text) ?? [];
  if (head === undefined) throw new UnreadablePdf('an unknown cross-reference table');
  if (/\/Encrypt\b/.test(trailer)) throw new EncryptedPdf();
  const length = Number(/\/Length (\d+)/.exec(trailer)?.[1]);
  const { offsets, packed } = unpackCrossReferences(
    trailer,
    bytes.subarray(head.length, head.length + length),
  );
  // The stream is an object of the table, not of the document.
  offsets[Number(id)] = 0;
  return { offsets, packed, trailer, bodyEnd: start, hidden: [] };
}

/** Returns null if there is no table, but perhaps a stream. */
async function readSection(source: ByteSource, start: number): Promise<Section | null> {
  const rest = source.sizeBytes - start;
  if (!(rest > 0)) throw new UnreadablePdf('no cross-reference table');
  let text = latin1.decode(await source.read(start, Math.min(rest, TABLE_BYTES)));
  const [head, firstId, count] = /^xref\s+(\d+) (\d+)\s+/.exec(text) ?? [];
  if (!head) return null;
  const entriesEnd = head.length + Number(count) * ENTRY_BYTES;
  if (entriesEnd > rest) throw new UnreadablePdf('the cross-reference table is cut off');
  const needed = Math.min(rest, entriesEnd + TRAILER_BYTES);
  if (needed > text.length) text = latin1.decode(await source.read(start, needed));
  const offsets = Array.from({ length: Number(count) }, (_, index) => {
    const at = head.length + index * ENTRY_BYTES;
    return text[at + 17] === 'n' ? Number(text.slice(at, at + 10)) : 0;
  });
  const trailer = /^\s*trailer\s*<<([\s\S]*?)>>\s*startxref/.exec(text.slice(entriesEnd))?.[1] ?? '';
  return { firstId: Number(firstId), offsets, trailer };
}

/**
 * A linearized file has the table of page one at its start, and that of the other objects at its end (ISO 32000-1, annex F).
 * Its first object says so, with the size of the file and the place of the hints.
 */
async function readLinearized(
  source: ByteSource,
  first: Section,
  mainStart: number,
): Promise<CrossReferences> {
  const head = latin1.decode(await source.read(0, Math.min(source.sizeBytes, HEAD_BYTES)));
  const [, parameters = ''] =
    /^%PDF[^\n]*\n%[^\n]*\n\d+ 0 obj\s*<<([^>]*\/Linearized [^>]*)>>/.exec(head) ?? [];
  const hintsStart = Number(/\/H \[\s*(\d+) /.exec(parameters)?.[1] ?? 0);
  const isWhole = Number(/\/L (\d+)/.exec(parameters)?.[1]) === source.sizeBytes;
  if (!isWhole || hintsStart === 0) throw new UnreadablePdf('an updated file');
  const main = await readSection(source, mainStart);
  if (!main || main.firstId !== 0 || main.offsets.length !== first.firstId || /\/Prev\b/.test(main.trailer))
    throw new UnreadablePdf('an unknown cross-reference table');
  const all = [...main.offsets, ...first.offsets];
  const inOrder = all.filter((offset) => offset > 0).sort((one, other) => one - other);
  // The table of page one is after the first object.
  const [parametersStart = 0] = inOrder;
  const hidden = [parametersStart, hintsStart].map((offset) => ({
    offset,
    end: inOrder.find((next) => next > offset) ?? mainStart,
  }));
  const offsets = all.map((offset) => (offset === parametersStart || offset === hintsStart ? 0 : offset));
  return { offsets, packed: null, trailer: first.trailer, bodyEnd: mainStart, hidden };
}
