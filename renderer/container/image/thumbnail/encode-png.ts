import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

const RGB = 3;

/** PNG has filters: a row is as it is, or what it adds to the row above. */
const NO_FILTER = 0;
const UP = 2;

/** Level 6 takes four times as long and saves a quarter. */
const DEFAULT_LEVEL = 3;

/** Text is much smaller than this without a filter. A photograph is not, and becomes smaller with one. */
const GOOD_RATIO = 0.25;

/** Pixels of three bytes: red, green, blue. */
export interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Bytes from one row to the next. */
  readonly stride: number;
}

/** An opaque PNG. Compressed by Node, because the encoder in PDFium's WebAssembly takes twenty times as long. */
export function encodePng(pixels: Pixels, level = DEFAULT_LEVEL): Uint8Array {
  const rows = toRows(pixels);
  const plain = deflateSync(rows, { level });
  const isGood = plain.byteLength <= rows.byteLength * GOOD_RATIO;
  const data = isGood ? plain : smaller(plain, deflateSync(filterUp(rows, pixels), { level }));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(pixels.width, 0);
  header.writeUInt32BE(pixels.height, 4);
  header.set([8, 2], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const smaller = (one: Uint8Array, other: Uint8Array): Uint8Array =>
  one.byteLength <= other.byteLength ? one : other;

/** Each row with the number of its filter before it. */
function toRows({ data, width, height, stride }: Pixels): Uint8Array {
  const step = 1 + width * RGB;
  const rows = new Uint8Array(step * height);
  for (let y = 0; y < height; y += 1) {
    rows[y * step] = NO_FILTER;
    rows.set(data.subarray(y * stride, y * stride + width * RGB), y * step + 1);
  }
  return rows;
}

function filterUp(rows: Uint8Array, { width }: Pixels): Uint8Array {
  const step = 1 + width * RGB;
  const filtered = new Uint8Array(rows.byteLength);
  for (let at = 0; at < rows.byteLength; at += 1) {
    filtered[at] = at % step === 0 ? UP : (rows[at] ?? 0) - (rows[at - step] ?? 0);
  }
  return filtered;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.byteLength + 8);
  framed.writeUInt32BE(data.byteLength, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), 4 + body.byteLength);
  return framed;
}
