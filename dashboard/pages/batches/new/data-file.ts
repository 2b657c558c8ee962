import type { DataCalls, PackedRows, RowsSummary, TableSummary } from './data-calls.ts';
import { UnreadableFileError } from './data-table.ts';

type Call = {
  [Name in keyof DataCalls]: { readonly name: Name; readonly args: Parameters<DataCalls[Name]> };
}[keyof DataCalls];

export interface CallMessage {
  readonly id: number;
  readonly call: Call;
}

/** `failure` is a message for the user. It is null if the error was not expected. */
export type CallOutcome =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: string | null };

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

export interface OpenedTable {
  /** New each time the file is read. */
  readonly id: string;
  readonly file: DataFile;
  readonly summary: TableSummary;
}

/** A file of any size within the limits is read in a second or two. */
const READING_MS = 60_000;

const UNREADABLE = 'The file could not be read.';

/** A file that a worker reads and keeps. The page stays usable while the worker reads. */
export class DataFile {
  readonly #worker = new Worker(new URL('./data-worker.ts', import.meta.url), { type: 'module' });
  readonly #waiting = new Map<number, Waiting>();
  readonly #file: File;
  #calls = 0;
  /** The reason why the worker has ended. It is null while it runs. */
  #ended: UnreadableFileError | null = null;

  constructor(file: File) {
    this.#file = file;
    this.#worker.addEventListener('message', ({ data }: MessageEvent<CallOutcome>) => this.#settle(data));
    this.#worker.addEventListener('error', () => this.#fail(UNREADABLE));
  }

  /** @throws {UnreadableFileError} */
  async read(maxBytes: number, sheet?: string): Promise<TableSummary> {
    const late = setTimeout(
      () => this.#fail(`The file was not read in ${READING_MS / 1_000} seconds.`),
      READING_MS,
    );
    try {
      return await this.#call({ name: 'read', args: [this.#file, maxBytes, sheet] });
    } finally {
      clearTimeout(late);
    }
  }

  build(...args: Parameters<DataCalls['build']>): Promise<RowsSummary> {
    return this.#call({ name: 'build', args });
  }

  pack(...args: Parameters<DataCalls['pack']>): Promise<PackedRows> {
    return this.#call({ name: 'pack', args });
  }

  /** Ends all work, and forgets the file. */
  close(): void {
    this.#fail(UNREADABLE);
  }

  #call<Value>(call: Call): Promise<Value> {
    // A worker that has ended answers nothing.
    if (this.#ended !== null) return Promise.reject(this.#ended);
    this.#calls += 1;
    const message: CallMessage = { id: this.#calls, call };
    return new Promise<Value>((resolve, reject) => {
      this.#waiting.set(message.id, { resolve, reject });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
      this.#worker.postMessage(message);
    });
  }

  #settle(outcome: CallOutcome): void {
    const waiting = this.#waiting.get(outcome.id);
    this.#waiting.delete(outcome.id);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the value is the result of the call with this id
    if ('value' in outcome) waiting?.resolve(outcome.value as never);
    else waiting?.reject(new UnreadableFileError(outcome.failure ?? UNREADABLE));
  }

  #fail(message: string): void {
    this.#worker.terminate();
    this.#ended ??= new UnreadableFileError(message);
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
  }
}
