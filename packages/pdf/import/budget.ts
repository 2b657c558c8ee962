import { UnreadablePdf } from '../file/dictionary.ts';

/** Values, objects and entries of tables. A file of 100,000 pages with tags has about this many. */
const MAX_STEPS = 30_000_000;

/** After these, other requests of the isolate have a turn. */
const STEPS_AT_ONCE = 200_000;

/** All object streams together: a file of 1 MB can expand to 1 GB. */
const MAX_EXPANDED_BYTES = 256_000_000;

/** A stranger's file asks for more work than a file of its size can need. */
export class CostlyPdf extends UnreadablePdf {
  override readonly name = 'CostlyPdf';
}

/** What the reading of one file may cost. The clock of a Worker stands still while it computes, so steps are counted. */
export class Budget {
  readonly #signal: AbortSignal | null;
  #steps = 0;
  #pausedAt = 0;
  #expandedBytes = 0;
  #scannedBytes: number;

  /** @param maxScannedBytes for searches of what is not where the file says */
  constructor(maxScannedBytes: number, signal: AbortSignal | null) {
    this.#scannedBytes = maxScannedBytes;
    this.#signal = signal;
  }

  /** @throws {CostlyPdf} */
  step(steps = 1): void {
    this.#steps += steps;
    if (this.#steps > MAX_STEPS) throw new CostlyPdf('the file has too many values');
  }

  /** @throws {CostlyPdf} */
  expand(bytes: number): void {
    this.#expandedBytes += bytes;
    if (this.#expandedBytes > MAX_EXPANDED_BYTES)
      throw new CostlyPdf('the object streams of the file are too large');
  }

  /** The bytes that a stream may still expand to. */
  get expandableBytes(): number {
    return MAX_EXPANDED_BYTES - this.#expandedBytes;
  }

  /** @throws {CostlyPdf} */
  scan(bytes: number): void {
    this.#scannedBytes -= bytes;
    if (this.#scannedBytes < 0) throw new CostlyPdf('too much of the file is not where it says');
  }

  /** Lets others compute, and stops if the client is gone or the time is over. */
  async pause(): Promise<void> {
    if (this.#steps - this.#pausedAt < STEPS_AT_ONCE) return;
    this.#pausedAt = this.#steps;
    await new Promise((resolve) => setTimeout(resolve, 0));
    this.#signal?.throwIfAborted();
  }
}
