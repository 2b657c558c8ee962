import type { Meter } from '@platen/meter';
import type { AssetDetails } from '../../../schema/api/components.ts';
import { readFontDetails } from './font-details.ts';
import { invalid, tagAt, viewOf } from './invalid-asset.ts';

/** Throws if the data is no Brotli, or the result has more than `maxBytes`. */
export type ExpandBrotli = (data: Uint8Array, maxBytes: number) => Uint8Array;

const HEADER_BYTES = 48;

/** The largest fonts of ideographs have about 25 MB. An isolate of Cloudflare has 128 MB for all its requests. */
const MAX_EXPANDED_BYTES = 30_000_000;

/** workerd compares a limit with the size of its buffer, which is larger than the data in it. */
const SPARE_BYTES = 100_000;

/** In the order of their numbers in the file. Source: WOFF2, 4.1. */
const KNOWN_TAGS =
  `cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern
  LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix acnt avar bdat bloc bsln cvar
  fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill`
    .split(/\s+/)
    .map((tag) => tag.replace('_', ' '));

const NO_KNOWN_TAG = 63;

interface Header {
  readonly entries: readonly Entry[];
  /** The offset at which the list of tables ends. */
  readonly end: number;
  /** The bytes of all tables as they are stored. */
  readonly total: number;
}

/** Reads what comes before the tables. @throws {InvalidAsset} */
export function readWoff2Header(bytes: Uint8Array, meter: Meter): Header {
  if (bytes.byteLength < HEADER_BYTES) invalid('is a damaged WOFF2 font: it ends too early');
  const view = viewOf(bytes);
  if (tagAt(bytes, 4) === 'ttcf') invalid('is a collection of fonts; upload its fonts one by one');
  if (view.getUint32(8) !== bytes.byteLength)
    invalid(`is a damaged WOFF2 font: it says that it has ${view.getUint32(8)} bytes`);
  const directory = new Directory(bytes, HEADER_BYTES);
  const entries = Array.from({ length: view.getUint16(12) }, () => directory.readEntry());
  meter.charge(directory.at);
  const total = entries.reduce((sum, { storedBytes }) => sum + storedBytes, 0);
  if (total > MAX_EXPANDED_BYTES) invalid(`is a font of more than ${MAX_EXPANDED_BYTES} bytes`);
  return { entries, end: directory.at, total };
}

/** Reads the tables that are stored as they are. The glyphs are stored in another form, and only Chromium reads them. */
export async function readWoff2(
  bytes: Uint8Array,
  expandBrotli: ExpandBrotli,
  meter: Meter,
): Promise<AssetDetails> {
  const { entries, end, total } = readWoff2Header(bytes, meter);
  const data = bytes.subarray(end, end + viewOf(bytes).getUint32(20));
  meter.charge(data.byteLength + total);
  await meter.pause();
  const expanded = expand(data, total, expandBrotli);
  const tables = new Map<string, Uint8Array>();
  let at = 0;
  for (const { tag, storedBytes } of entries) {
    tables.set(tag, expanded.subarray(at, at + storedBytes));
    at += storedBytes;
  }
  return readFontDetails(tables, meter);
}

function expand(data: Uint8Array, total: number, expandBrotli: ExpandBrotli): Uint8Array {
  let expanded: Uint8Array;
  try {
    expanded = expandBrotli(data, 2 * total + SPARE_BYTES);
  } catch {
    return invalid('is a damaged WOFF2 font: its data cannot be expanded');
  }
  if (expanded.byteLength !== total) invalid('is a damaged WOFF2 font: its tables do not fill its data');
  return expanded;
}

interface Entry {
  readonly tag: string;
  readonly storedBytes: number;
}

class Directory {
  at: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  /** Source: WOFF2, 4.1. */
  readEntry(): Entry {
    const flags = this.#readByte();
    const tag = this.#readTag(flags & 0x3f);
    const originalBytes = this.#readNumber();
    const transform = flags >> 6;
    const isGlyphs = tag === 'glyf' || tag === 'loca';
    const isTransformed = isGlyphs ? transform !== 3 : transform !== 0;
    return { tag, storedBytes: isTransformed ? this.#readNumber() : originalBytes };
  }

  #readTag(number: number): string {
    if (number !== NO_KNOWN_TAG) return KNOWN_TAGS[number] ?? '';
    this.at += 4;
    return tagAt(this.#bytes, this.at - 4);
  }

  #readByte(): number {
    const byte = this.#bytes[this.at];
    if (byte === undefined) return invalid('is a damaged WOFF2 font: it ends in its list of tables');
    this.at += 1;
    return byte;
  }

  /** `UIntBase128`: seven bits in each byte, at most five bytes. */
  #readNumber(): number {
    let value = 0;
    for (let read = 0; read < 5; read += 1) {
      const byte = this.#readByte();
      value = value * 128 + (byte & 0x7f);
      if ((byte & 0x80) === 0) return value;
    }
    return invalid('is a damaged WOFF2 font: a length is wrong');
  }
}
