import type { Protocol } from '../devtools/protocol.ts';
import { PdfTooLarge } from '../failures.ts';
import type { PrintPage } from '../pages/print-page.ts';
import { type ByteSource, inBlocks, inPieces } from '@platen/pdf';

/** A Worker receives messages of at most 32 MiB. Base64 adds a third. */
const READ_BYTES = 1 << 20;

/** A Worker has 128 MB for everything. A larger PDF stays in Chromium's file until it is read. */
const HELD_BYTES = 1_000_000;

/** Reads of one byte that are sent at once to find the size of a PDF. */
const PROBES = 15;

const READ_MS = 30_000;

/** A client that reads nothing for this long is disconnected. */
const IDLE_MS = 60_000;

/** A client that needs longer than this for the whole PDF is disconnected too, because the page is in use. */
const MAX_OPEN_MS = 600_000;

type Commands = Pick<PrintPage, 'send'>;

type Encoding = 'base64' | 'latin1';

/** Node and workerd have it. Declared here, so that browser code can import this package's types. */
declare const Buffer: {
  byteLength(text: string, encoding: Encoding): number;
  from(bytes: ArrayBuffer): { write(text: string, encoding: Encoding): number };
};

const latin1 = new TextDecoder('latin1');

/**
 * Reads a small PDF at once. A large one stays in the browser: its page must stay open until it is closed.
 * @param remainingMs throws when the job has no time left
 * @throws {PdfTooLarge}
 */
export async function takePdf(
  page: Commands,
  handle: string,
  maxBytes: number,
  remainingMs: () => number,
): Promise<ByteSource> {
  const stream = new ChromiumStream(page, handle);
  const pieces: Uint8Array[] = [];
  let sizeBytes = 0;
  while (sizeBytes <= HELD_BYTES) {
    const { bytes, eof } = await stream.readNext(remainingMs());
    pieces.push(bytes);
    sizeBytes += bytes.byteLength;
    if (sizeBytes > maxBytes) throw new PdfTooLarge(`the PDF is over ${maxBytes} bytes`);
    if (!eof && !isLastPiece(bytes)) continue;
    stream.close();
    return inPieces(pieces);
  }
  await stream.measure(sizeBytes, maxBytes, remainingMs);
  return inBlocks(stream);
}

/** Saves a round trip: Chromium reports the end of a file with one more, empty piece. */
const isLastPiece = (piece: Uint8Array): boolean =>
  piece.byteLength < READ_BYTES && /%%EOF\s*$/.test(latin1.decode(piece.subarray(-8)));

/** Decodes into a buffer of its own, because Node's pool for small buffers would keep more memory. */
function decode(text: string, encoding: Encoding): Uint8Array {
  const bytes = new Uint8Array(Buffer.byteLength(text, encoding));
  Buffer.from(bytes.buffer).write(text, encoding);
  return bytes;
}

/** A PDF in a stream of Chromium. `IO.read` may return less than was requested. */
class ChromiumStream implements ByteSource {
  sizeBytes = 0;
  readonly closed: Promise<void>;
  readonly #page: Commands;
  readonly #handle: string;
  #announceClosed: () => void = () => {};
  #idleTimer: ReturnType<typeof setTimeout> | null = null;
  #endTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(page: Commands, handle: string) {
    this.#page = page;
    this.#handle = handle;
    this.closed = new Promise((resolve) => {
      this.#announceClosed = resolve;
    });
  }

  readNext(timeoutMs: number): Promise<{ bytes: Uint8Array; eof: boolean }> {
    return this.#send({ handle: this.#handle, size: READ_BYTES }, timeoutMs);
  }

  /** Finds the first offset without data. A round trip divides the range by 16. @throws {PdfTooLarge} */
  async measure(atLeast: number, maxBytes: number, remainingMs: () => number): Promise<void> {
    const hasData = async (offset: number) => {
      const { bytes } = await this.#send({ handle: this.#handle, offset, size: 16 }, remainingMs());
      return bytes.byteLength > 0;
    };
    if (await hasData(maxBytes)) throw new PdfTooLarge(`the PDF is over ${maxBytes} bytes`);
    let [inside, outside] = [atLeast - 1, maxBytes];
    while (outside - inside > 1) {
      const step = Math.max(1, Math.ceil((outside - inside) / (PROBES + 1)));
      const offsets = Array.from({ length: PROBES }, (_, index) => inside + (index + 1) * step);
      const probes = offsets.filter((offset) => offset < outside);
      const found = await Promise.all(probes.map(hasData));
      inside = probes.findLast((_, index) => found[index]) ?? inside;
      outside = probes.find((_, index) => !found[index]) ?? outside;
    }
    this.sizeBytes = outside;
    this.#endTimer = setTimeout(() => this.close(), MAX_OPEN_MS);
    this.#restartIdleTimer();
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
    this.#restartIdleTimer();
    const result = new Uint8Array(Math.max(0, Math.min(length, this.sizeBytes - offset)));
    for (let filled = 0; filled < result.byteLength;) {
      const size = Math.min(READ_BYTES, Math.max(16, result.byteLength - filled));
      const { bytes } = await this.#send({ handle: this.#handle, offset: offset + filled, size }, READ_MS);
      if (bytes.byteLength === 0) throw new Error('the PDF in the browser became shorter');
      const part = bytes.subarray(0, result.byteLength - filled);
      result.set(part, filled);
      filled += part.byteLength;
    }
    return result;
  }

  close(): void {
    if (this.#idleTimer) clearTimeout(this.#idleTimer);
    if (this.#endTimer) clearTimeout(this.#endTimer);
    this.#page.send('IO.close', { handle: this.#handle }, READ_MS).catch(() => {});
    this.#announceClosed();
  }

  #restartIdleTimer(): void {
    if (this.#idleTimer) clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.close(), IDLE_MS);
  }

  async #send(
    parameters: Protocol.IO.ReadRequest,
    timeoutMs: number,
  ): Promise<{ bytes: Uint8Array; eof: boolean }> {
    const { data, base64Encoded, eof } = await this.#page.send('IO.read', parameters, timeoutMs);
    return { bytes: decode(data, base64Encoded ? 'base64' : 'latin1'), eof };
  }
}
