/**
 * A value takes 20 to 100 bytes of memory, whatever its size as text, so bytes alone do not limit a body. 20,000 rows of
 * ten fields are 220,000 values.
 */
export const EDGE_MAX_VALUES = 500_000;

/** The maximum for larger bodies, which a container reads. */
export const BULK_MAX_VALUES = 5_000_000;

/** A name that the text did not have before takes as long to parse as this many values: each object that has it gets a shape of its own. */
export const NEW_NAME_VALUES = 10;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const OBJECT = 0x7b;

/** FNV-1a. Source: draft-eastlake-fnv. */
const FNV_PRIME = 0x0100_0193;

/** Of a longer string only the beginning is hashed. Names that differ after it are few for their bytes. */
const HASHED_BYTES = 64;

/** Counts the values of a JSON text before it is parsed. An empty array or object counts twice, a new name `NEW_NAME_VALUES` times. */
export class JsonValueCounter {
  /** Of the names. A stranger who knew where they begin could make thousands of names with one hash. */
  readonly #seed = Math.trunc(Math.random() * 2 ** 32);
  readonly #names = new Set<number>();
  #values = 0;
  #inString = false;
  #escaped = false;
  #hash = 0;
  #hashedBytes = 0;

  /** UTF-8: no byte of a longer character looks like one of ASCII. Returns the values so far. */
  add(piece: Uint8Array): number {
    let [values, inString, escaped] = [this.#values, this.#inString, this.#escaped];
    let [hash, hashedBytes] = [this.#hash, this.#hashedBytes];
    for (let i = 0; i < piece.length; i += 1) {
      const byte = piece[i] ?? 0;
      if (inString) {
        if (byte === QUOTE && !escaped) inString = false;
        else {
          escaped = !escaped && byte === BACKSLASH;
          if (hashedBytes < HASHED_BYTES) {
            hashedBytes += 1;
            hash = Math.imul(hash ^ byte, FNV_PRIME);
          }
        }
      } else if (byte === QUOTE) {
        inString = true;
        [hash, hashedBytes] = [this.#seed, 0];
      } else if (byte === COLON) values += this.#countName(hash);
      else if (byte === COMMA || byte === ARRAY || byte === OBJECT) values += 1;
    }
    [this.#values, this.#inString, this.#escaped] = [values, inString, escaped];
    [this.#hash, this.#hashedBytes] = [hash, hashedBytes];
    return values;
  }

  #countName(hash: number): number {
    if (this.#names.has(hash)) return 0;
    this.#names.add(hash);
    return NEW_NAME_VALUES;
  }
}
