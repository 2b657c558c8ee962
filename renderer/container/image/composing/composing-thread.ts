import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { PrintFailed } from '@platen/print-engine';
import type { ComposeAnswer, ComposeRequest } from './protocol.ts';

const MAIN = new URL('main.ts', import.meta.url);

/** Composes one document at a time. After a failure it has ended. */
export class ComposingThread {
  // Without the server's secrets.
  readonly #worker = new Worker(MAIN, { env: {} });
  readonly #ended: Promise<void>;
  hasEnded = false;

  constructor() {
    // An error that nothing handles would end the server. What waits for the thread fails by the end of the thread.
    this.#worker.on('error', () => {});
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#ended = promise;
    this.#worker.once('exit', () => {
      this.hasEnded = true;
      resolve();
    });
  }

  /** @throws {PrintFailed} @throws whatever the signal aborts with; the thread is ended then */
  async compose(request: ComposeRequest, signal: AbortSignal): Promise<ComposeAnswer> {
    const ended = this.#ended.then(() => {
      throw new PrintFailed('the thread that composes has ended');
    });
    ended.catch(() => {});
    try {
      const answered = once(this.#worker, 'message', { signal });
      answered.catch(() => {});
      this.#worker.postMessage(request, []);
      const [answer] = await Promise.race([answered, ended]);
      return answer;
    } catch (error) {
      await this.end();
      throw signal.aborted ? signal.reason : error;
    }
  }

  /** Ends it also in the middle of a loop. */
  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
