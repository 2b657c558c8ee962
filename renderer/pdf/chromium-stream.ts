import type { PrintPage } from '../page.ts';
import { PdfTooLarge } from '../renderer.ts';
import { type ByteSource, inPieces } from './byte-source.ts';

/** Before base64, which adds a third: a message stays far under what Workers receive (32 MiB). */
const READ_BYTES = 1 << 20;

/** A Worker has 128 MB for all that it does: what is larger stays in Chromium's file until it is taken. */
const HELD_BYTES = 16_000_000;

const READ_MS = 30_000;

/** Who takes nothing for so long will take nothing more. */
const IDLE_MS = 60_000;

/**
 * Takes over the PDF that `Page.printToPDF` left as a stream: small ones are read at once; of large ones only
 * the size is found out, and the page must stay until the PDF has been closed.
 *
 * @param left gives the milliseconds that the job has left; throws when there are none
 * @throws {PdfTooLarge}
 */
export async function takePdf(
  page: PrintPage,
  handle: string,
  maxBytes: number,
  left: () => number,
): Promise<ByteSource> {
  const stream = new ChromiumStream(page, handle);
  const pieces: Uint8Array[] = [];
  let sizeBytes = 0;
  while (sizeBytes <= HELD_BYTES) {
    const { bytes, eof } = await stream.next(left());
    pieces.push(bytes);
    sizeBytes += bytes.byteLength;
    if (sizeBytes > maxBytes) throw new PdfTooLarge(`the PDF is over ${maxBytes} bytes`);
    if (!eof && !endsPdf(bytes)) continue;
    stream.close();
    return inPieces(pieces);
  }
  await stream.measure(sizeBytes, maxBytes, left);
  return stream;
}

/**
 * Chromium tells the end of a file with one more piece, which is empty. Nobody waits for that one: a piece that is
 * shorter than was asked for and ends as a PDF does is the last.
 */
const endsPdf = (piece: Uint8Array): boolean =>
  piece.byteLength < READ_BYTES && /%%EOF\s*$/.test(Buffer.from(piece.subarray(-8)).toString('latin1'));

/** In memory of its own, and no view of what Node keeps for all its small buffers. */
function decoded(text: string, encoding: 'base64' | 'latin1'): Uint8Array {
  const bytes = new Uint8Array(Buffer.byteLength(text, encoding));
  Buffer.from(bytes.buffer).write(text, encoding);
  return bytes;
}

/** Chromium's file, read where it is; `IO.read` can be told an offset, and may answer with less than asked. */
class ChromiumStream implements ByteSource {
  sizeBytes = 0;
  readonly closed: Promise<void>;
  readonly #page: PrintPage;
  readonly #handle: string;
  #announceClosed: () => void = () => {};
  #idle: ReturnType<typeof setTimeout> | null = null;

  constructor(page: PrintPage, handle: string) {
    this.#page = page;
    this.#handle = handle;
    this.closed = new Promise((resolve) => {
      this.#announceClosed = resolve;
    });
  }

  async next(timeoutMs: number): Promise<{ bytes: Uint8Array; eof: boolean }> {
    return this.#command({ handle: this.#handle, size: READ_BYTES }, timeoutMs);
  }

  /** Finds the size by halving: the first place where nothing is. @throws {PdfTooLarge} */
  async measure(atLeast: number, maxBytes: number, left: () => number): Promise<void> {
    const isInside = async (offset: number) => {
      const { bytes } = await this.#command({ handle: this.#handle, offset, size: 16 }, left());
      return bytes.byteLength > 0;
    };
    if (await isInside(maxBytes)) throw new PdfTooLarge(`the PDF is over ${maxBytes} bytes`);
    let [inside, outside] = [atLeast - 1, maxBytes];
    while (outside - inside > 1) {
      const middle = Math.floor((inside + outside) / 2);
      if (await isInside(middle)) inside = middle;
      else outside = middle;
    }
    this.sizeBytes = outside;
    this.#restartIdle();
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    try {
      return await this.#read(offset, length);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  async #read(offset: number, length: number): Promise<Uint8Array> {
    this.#restartIdle();
    const result = new Uint8Array(Math.max(0, Math.min(length, this.sizeBytes - offset)));
    for (let filled = 0; filled < result.byteLength; ) {
      const size = Math.min(READ_BYTES, Math.max(16, result.byteLength - filled));
      const { bytes } = await this.#command({ handle: this.#handle, offset: offset + filled, size }, READ_MS);
      if (bytes.byteLength === 0) throw new Error('the PDF is shorter than it was');
      const part = bytes.subarray(0, result.byteLength - filled);
      result.set(part, filled);
      filled += part.byteLength;
    }
    return result;
  }

  close(): void {
    if (this.#idle) clearTimeout(this.#idle);
    this.#page.send('IO.close', { handle: this.#handle }, READ_MS).catch(() => {});
    this.#announceClosed();
  }

  #restartIdle(): void {
    if (this.#idle) clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.close(), IDLE_MS);
  }

  async #command(
    parameters: { handle: string; offset?: number; size: number },
    timeoutMs: number,
  ): Promise<{ bytes: Uint8Array; eof: boolean }> {
    const { data, base64Encoded, eof } = await this.#page.send('IO.read', parameters, timeoutMs);
    return { bytes: decoded(data, base64Encoded ? 'base64' : 'latin1'), eof };
  }
}
