import { NoPageInTime, PrintCancelled } from '../failures.ts';
import type { PrintLimits } from '../print-limits.ts';
import { FairQueue } from './fair-queue.ts';
import { allowedPlaces } from './share.ts';

type SlotLimits = Pick<PrintLimits, 'workspaceId' | 'deadline' | 'pageShare'>;

interface WaitingJob {
  readonly maxRunning: number;
  start(): void;
}

/** A workspace never has more slots than its share. Waiting workspaces take turns. */
export class JobSlots {
  readonly #count: number;
  readonly #waiting = new FairQueue<WaitingJob>();
  readonly #running = new Map<string, number>();
  readonly #drains: (() => void)[] = [];
  #runningCount = 0;

  constructor(count: number) {
    this.#count = count;
  }

  get isIdle(): boolean {
    return this.#runningCount === 0;
  }

  get load(): number {
    return this.#runningCount + this.#waiting.size;
  }

  /** @throws {NoPageInTime} no slot was free before the deadline @throws {PrintCancelled} */
  async acquire({ workspaceId, deadline, pageShare = 1 }: SlotLimits, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) throw new PrintCancelled('cancelled before it started');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const job: WaitingJob = { maxRunning: allowedPlaces(this.#count, pageShare), start: resolve };
    const leave = (failure: Error) => {
      this.#waiting.remove(workspaceId, job);
      this.#reportIdle();
      reject(failure);
    };
    const onAbort = () => leave(new PrintCancelled('cancelled while it waited for a page'));
    this.#waiting.add(workspaceId, job);
    signal?.addEventListener('abort', onAbort, { once: true });
    const timer = setTimeout(
      () => leave(new NoPageInTime('no page was free before the deadline')),
      deadline - Date.now(),
    );
    this.#startNext();
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  release(workspaceId: string): void {
    const left = this.#runningOf(workspaceId) - 1;
    if (left > 0) this.#running.set(workspaceId, left);
    else this.#running.delete(workspaceId);
    this.#runningCount -= 1;
    this.#startNext();
    this.#reportIdle();
  }

  async drained(): Promise<void> {
    if (this.load > 0) await new Promise<void>((resolve) => this.#drains.push(resolve));
  }

  #runningOf(workspaceId: string): number {
    return this.#running.get(workspaceId) ?? 0;
  }

  #startNext(): void {
    while (this.#runningCount < this.#count) {
      const next = this.#waiting.take((workspaceId, { maxRunning }) => {
        const running = this.#runningOf(workspaceId);
        return running < maxRunning ? running : Infinity;
      });
      if (next === null) return;
      this.#running.set(next.owner, this.#runningOf(next.owner) + 1);
      this.#runningCount += 1;
      next.job.start();
    }
  }

  #reportIdle(): void {
    if (this.load === 0) for (const resolve of this.#drains.splice(0)) resolve();
  }
}
