import { availableParallelism } from 'node:os';
import { JobSlots, PrintCancelled, PrintFailed, type PrintLimits, PrintTimeout } from '@platen/print-engine';
import { refusal } from '../../protocol.ts';
import { toError } from '../../refusals.ts';
import { ComposingThread } from './composing-thread.ts';
import type { Composed, ComposeRequest } from './protocol.ts';

/** One thread at least stays free for others: no workspace has a share of all of them. */
const MIN_THREADS = 2;

type Limits = Pick<PrintLimits, 'workspaceId' | 'deadline' | 'pageShare' | 'isBackground'>;

/** Composes in threads, because a long composition would stop the server and the documents of others. */
export class Composer {
  readonly #slots: JobSlots;
  /** One thread starts at once, so that the first document does not wait for it. Others start when they are needed. */
  readonly #idle = [new ComposingThread()];
  readonly #running = new Set<ComposingThread>();

  constructor(threads = Math.max(MIN_THREADS, availableParallelism())) {
    this.#slots = new JobSlots(threads);
  }

  /** @throws {TemplateError | InvalidComposition | RenderFailure} with the time that it took */
  async compose(request: ComposeRequest, limits: Limits, signal: AbortSignal): Promise<Composed> {
    await this.#slots.acquire(limits, signal);
    try {
      return await this.#compose(request, limits, signal);
    } finally {
      this.#slots.release(limits);
    }
  }

  async #compose(request: ComposeRequest, { deadline }: Limits, signal: AbortSignal): Promise<Composed> {
    const startedAt = performance.now();
    const thread = this.#take();
    const late = AbortSignal.timeout(Math.max(0, deadline - Date.now()));
    try {
      const { refused, ...answer } = await thread.compose(request, AbortSignal.any([late, signal]));
      if (refused !== undefined) throw toError(refusal.parse(refused));
      if ('composed' in answer) return answer.composed;
      throw new PrintFailed('the thread that composes gave no answer');
    } catch (error) {
      const pageMs = performance.now() - startedAt;
      if (late.aborted)
        throw Object.assign(new PrintTimeout('the document was not composed in time'), { pageMs });
      if (signal.aborted)
        throw Object.assign(new PrintCancelled('cancelled while it was composed'), { pageMs });
      throw error;
    } finally {
      this.#putBack(thread);
    }
  }

  #take(): ComposingThread {
    let thread = this.#idle.pop();
    while (thread?.hasEnded === true) thread = this.#idle.pop();
    thread ??= new ComposingThread();
    this.#running.add(thread);
    return thread;
  }

  #putBack(thread: ComposingThread): void {
    this.#running.delete(thread);
    if (!thread.hasEnded) this.#idle.push(thread);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#idle.splice(0), ...this.#running].map((thread) => thread.end()));
  }
}
