import { ApiError } from '../api-error.ts';
import { type Allowance, MemoryBudget } from './memory-budget.ts';

const MB = 1_000_000;

/** Bodies that are being uploaded. They cost their size, so that slow uploads do not take the memory of the others. */
const uploads = new MemoryBudget({ maxBytes: 16 * MB, maxShareBytes: 8 * MB, alwaysFits: 'oldest' });

/** A small request: its parsed body, its document and its PDF. */
const SMALL_BYTES = 100_000;

/** HTML up to this size gets no memory of its own, whatever the size of the body. */
const SMALL_HTML_BYTES = 500_000;

/**
 * Memory for each byte of a body: its text, its parsed strings, the composed document, and that document as a message.
 * Measured with `npm run bench -- memory`.
 */
const BYTES_PER_BODY_BYTE = 6;

/** For each byte of a composed document that is larger than its body. */
const BYTES_PER_HTML_BYTE = 4;

/** For each JSON value. An object with a name of its own takes about twice as much, and counts twice. */
const BYTES_PER_VALUE = 50;

/** A part of an upload, blocks of the files that are read, and small PDFs that are kept. */
const ASSEMBLY_BYTES = 16 * MB;

const REQUESTS_BYTES = 60 * MB;

/** Bodies that have arrived, their documents and their PDFs. However many of them a workspace has, another one can read and write a PDF. */
const requests = new MemoryBudget({
  maxBytes: REQUESTS_BYTES,
  maxShareBytes: REQUESTS_BYTES - ASSEMBLY_BYTES,
  alwaysFits: 'alone',
});

export interface BodySize {
  readonly bytes: number;
  readonly values: number;
}

/** The memory of one request in this isolate, from its first byte to its answer. */
export class RequestMemory {
  readonly deadline: number;
  readonly #upload: Allowance;
  readonly #request: Allowance;
  #bodyBytes = 0;

  /** @param deadline of the request, epoch milliseconds @param graceMs until the memory is free without `release` */
  constructor(owner: string, deadline: number, graceMs = 60_000) {
    this.deadline = deadline;
    this.#upload = uploads.open(owner, deadline + graceMs);
    this.#request = requests.open(owner, deadline + graceMs);
  }

  /** Returns `SERVICE_BUSY` if there is no room in time. */
  async receive(pieceBytes: number): Promise<ApiError | null> {
    try {
      await this.#upload.grow(pieceBytes, this.deadline);
      return null;
    } catch (error) {
      // Frees what the body has taken: the rest of it is read and dropped.
      this.#upload.release();
      if (error instanceof ApiError) return error;
      throw error;
    }
  }

  /** Before the body is parsed. @throws {ApiError} `SERVICE_BUSY` */
  async process({ bytes, values }: BodySize): Promise<void> {
    this.#bodyBytes = bytes;
    const needed = SMALL_BYTES + BYTES_PER_BODY_BYTE * bytes + BYTES_PER_VALUE * values;
    await this.#request.grow(needed, this.deadline);
    this.#upload.release();
  }

  /** The memory of the body covers HTML of this size. */
  get coveredHtmlBytes(): number {
    return Math.max(SMALL_HTML_BYTES, this.#bodyBytes);
  }

  /** Before the content of a saved template is read. @throws {ApiError} `SERVICE_BUSY` */
  async loadTemplate(contentBytes: number): Promise<void> {
    if (contentBytes > this.coveredHtmlBytes) await this.compose(contentBytes);
  }

  /** Before a larger document is composed. @throws {ApiError} `SERVICE_BUSY` */
  compose(htmlBytes: number): Promise<void> {
    return this.#request.grow(BYTES_PER_HTML_BYTE * htmlBytes, this.deadline);
  }

  /** Before assets are written into a document. @throws {ApiError} `SERVICE_BUSY` */
  async attach(characters: number): Promise<void> {
    if (characters > SMALL_HTML_BYTES) await this.compose(characters);
  }

  /** Before compressed data is expanded at once, which takes a buffer and the result. @throws {ApiError} `SERVICE_BUSY` */
  async expand(bytes: number): Promise<void> {
    if (bytes > 0) await this.#request.grow(2 * bytes, this.deadline);
  }

  /** Before PDFs are read and written in pieces. @throws {ApiError} `SERVICE_BUSY` */
  assemble(): Promise<void> {
    return this.#request.grow(ASSEMBLY_BYTES, this.deadline);
  }

  /** A PDF that has arrived. */
  hold(pdfBytes: number): void {
    this.#request.add(pdfBytes);
  }

  release(): void {
    this.#upload.release();
    this.#request.release();
  }
}
