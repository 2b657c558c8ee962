/** Filters that write bytes as letters (ISO 32000-1, 7.4.2 and 7.4.3). */
import { latin1 } from './latin1.ts';

const CODES = 85;
const FIRST = 33;
const GROUP = 5;
const ZEROS = 'z'.charCodeAt(0);
const END = '~'.charCodeAt(0);
const MAX_SPACE = 32;

/** Returns null for letters that are no ASCII85. */
export function readAscii85(data: Uint8Array): Uint8Array | null {
  const bytes = new ByteWriter(sizeOf(data));
  let [value, count] = [0, 0];
  for (const letter of data) {
    if (letter <= MAX_SPACE) continue;
    if (letter === END) break;
    if (letter === ZEROS && count === 0) bytes.add(0, 4);
    else if (letter < FIRST || letter >= FIRST + CODES) return null;
    else {
      value = value * CODES + letter - FIRST;
      count += 1;
      if (count < GROUP) continue;
      if (value > 0xff_ff_ff_ff) return null;
      bytes.add(value, 4);
      [value, count] = [0, 0];
    }
  }
  if (count === 1) return null;
  // The last group is filled up with the last code.
  for (let missing = GROUP - count; missing > 0; missing -= 1) value = value * CODES + CODES - 1;
  if (count > 0) bytes.add(value, count - 1);
  return bytes.toArray();
}

/** A `z` is four bytes, and other letters are less than one each. */
function sizeOf(data: Uint8Array): number {
  let zeros = 0;
  for (const letter of data) if (letter === ZEROS) zeros += 1;
  return 4 * zeros + data.byteLength;
}

class ByteWriter {
  readonly #bytes: Uint8Array;
  #size = 0;

  constructor(size: number) {
    this.#bytes = new Uint8Array(size);
  }

  /** Adds the first bytes of a number of four bytes. */
  add(value: number, count: number): void {
    for (let byte = 0; byte < count; byte += 1) {
      this.#bytes[this.#size] = Math.floor(value / 256 ** (3 - byte)) % 256;
      this.#size += 1;
    }
  }

  toArray(): Uint8Array {
    return this.#bytes.subarray(0, this.#size);
  }
}

/** Returns null for letters that are no hexadecimal digits. */
export function readAsciiHex(data: Uint8Array): Uint8Array | null {
  const [written = ''] = latin1.decode(data).split('>', 1);
  const digits = written.replaceAll(/\s/g, '');
  if (!/^[\dA-Fa-f]*$/.test(digits)) return null;
  const pairs = `${digits}0`;
  return Uint8Array.from({ length: Math.ceil(digits.length / 2) }, (_, byte) =>
    Number.parseInt(pairs.slice(2 * byte, 2 * byte + 2), 16),
  );
}
