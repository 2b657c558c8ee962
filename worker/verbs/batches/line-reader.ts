import type { Meter } from '@platen/meter';

const NEWLINE = 0x0a;

/** At most this much of a rejected body is read. Most of Cloudflare's plans accept no larger body. */
const MAX_READ_BYTES = 100_000_000;

export interface LineLimits {
  readonly maxBytes: number;
  readonly maxLineBytes: number;
}

/** The reason why no further line can be read. */
export type LineProblem = 'body' | 'line';

export class TooLong extends Error {
  override readonly name = 'TooLong';
  readonly of: LineProblem;

  constructor(of: LineProblem) {
    super(`The ${of} is too long`);
    this.of = of;
  }
}

/** Space, tab, line feed and carriage return: the white space of JSON (RFC 8259, 2). */
const isBlank = (byte: number | undefined): boolean =>
  byte === NEWLINE || byte === 0x20 || byte === 0x0d || byte === 0x09;

/** The lines of a body that is still arriving, without the empty ones. It holds one line and one piece. */
export class LineReader {
  readonly #pieces: AsyncIterator<Uint8Array>;
  readonly #limits: LineLimits;
  readonly #meter: Meter;
  #piece: Uint8Array = new Uint8Array(0);
  #bytes = 0;
  #isDone = false;

  constructor(body: AsyncIterable<Uint8Array>, limits: LineLimits, meter: Meter) {
    this.#pieces = body[Symbol.asyncIterator]();
    this.#limits = limits;
    this.#meter = meter;
  }

  /** Returns null at the end. @throws {TooLong} */
  async next(): Promise<Uint8Array | null> {
    if (!(await this.#skipBlanks())) return null;
    const parts: Uint8Array[] = [];
    let length = 0;
    for (;;) {
      const end = this.#piece.indexOf(NEWLINE);
      const part = end === -1 ? this.#piece : this.#piece.subarray(0, end);
      length += part.byteLength;
      if (length > this.#limits.maxLineBytes) throw new TooLong('line');
      if (part.byteLength > 0) parts.push(part);
      if (end !== -1) {
        this.#piece = this.#piece.subarray(end + 1);
        return join(parts, length);
      }
      if (!(await this.#nextPiece())) return join(parts, length);
    }
  }

  /**
   * Goes to the first character of the next line. What it skips costs one comparison for each byte, so a body of empty lines
   * takes no more than reading it. @returns false at the end of the body
   */
  async #skipBlanks(): Promise<boolean> {
    for (;;) {
      let at = 0;
      while (isBlank(this.#piece[at])) at += 1;
      this.#piece = this.#piece.subarray(at);
      if (this.#piece.byteLength > 0) return true;
      if (!(await this.#nextPiece())) return false;
    }
  }

  /** False at the end of the body. @throws {TooLong} */
  async #nextPiece(): Promise<boolean> {
    const piece = await this.#read();
    this.#piece = piece ?? new Uint8Array(0);
    // Each byte is looked at, and copied if its line is in several pieces.
    this.#meter.charge(2 * this.#piece.byteLength);
    await this.#meter.pause();
    if (this.#bytes > this.#limits.maxBytes) throw new TooLong('body');
    return piece !== null;
  }

  async #read(): Promise<Uint8Array | null> {
    if (this.#isDone) return null;
    const { value, done } = await this.#pieces.next();
    if (done === true) {
      this.#isDone = true;
      return null;
    }
    this.#bytes += value.byteLength;
    return value;
  }

  /**
   * Reads a rejected body to its end: an early answer would close the connection, and the client might not see the answer
   * (RFC 9112, 9.6).
   */
  async drain(): Promise<void> {
    this.#piece = new Uint8Array(0);
    while (this.#bytes <= MAX_READ_BYTES && (await this.#read()) !== null);
  }
}

function join(parts: readonly Uint8Array[], length: number): Uint8Array {
  if (parts.length === 1 && parts[0] !== undefined) return parts[0];
  const line = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    line.set(part, at);
    at += part.byteLength;
  }
  return line;
}
