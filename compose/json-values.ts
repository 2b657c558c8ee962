/**
 * A value takes 20 to 100 bytes of memory, whatever its size as text, so bytes alone do not limit a body. 20,000 rows of
 * ten fields are 220,000 values.
 */
export const EDGE_MAX_VALUES = 500_000;

/** The maximum for larger bodies, which a container reads. */
export const BULK_MAX_VALUES = 5_000_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const ARRAY = 0x5b;
const OBJECT = 0x7b;

/** Counts the values of a JSON text before it is parsed. An empty array or object counts twice. */
export class JsonValueCounter {
  #values = 0;
  #inString = false;
  #escaped = false;

  /** UTF-8: no byte of a longer character looks like one of ASCII. Returns the values so far. */
  add(piece: Uint8Array): number {
    let [values, inString, escaped] = [this.#values, this.#inString, this.#escaped];
    for (let i = 0; i < piece.length; i += 1) {
      const byte = piece[i];
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) inString = false;
      } else if (byte === QUOTE) inString = true;
      else if (byte === COMMA || byte === ARRAY || byte === OBJECT) values += 1;
    }
    [this.#values, this.#inString, this.#escaped] = [values, inString, escaped];
    return values;
  }
}
