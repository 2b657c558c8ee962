import { NoPageInTime, PrintCancelled } from '../failures.ts';
import type { PrintLimits } from '../print-limits.ts';
import { BackgroundPages } from './background-pages.ts';
import { FairQueue } from './fair-queue.ts';
import { allowedPlaces } from './share.ts';

type SlotOwner = Pick<PrintLimits, 'workspaceId' | 'isBackground'>;
type SlotLimits = SlotOwner & Pick<PrintLimits, 'deadline' | 'pageShare'>;

interface WaitingJob {
  readonly maxRunning: number;
  start(): void;
}

/** A workspace never has more slots than its share. Waiting workspaces take turns. Background jobs come last. */
export class JobSlots {
  readonly #count: number;
  readonly #waiting = new FairQueue<WaitingJob>();
  readonly #waitingInBackground = new FairQueue<WaitingJob>();
  readonly #background: BackgroundPages;
  readonly #running = new Map<string, number>();
  readonly #drains: (() => void)[] = [];
  #runningCount = 0;
  /** When a background job may start. */
  #backgroundTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(count: number) {
    this.#count = count;
    this.#background = new BackgroundPages(count);
  }

  get isIdle(): boolean {
    return this.#runningCount === 0;
  }

  get load(): number {
    return this.#runningCount + this.#waiting.size + this.#waitingInBackground.size;
  }

  /** @throws {NoPageInTime} no slot was free before the deadline @throws {PrintCancelled} */
  async acquire(limits: SlotLimits, signal?: AbortSignal): Promise<void> {
    const { workspaceId, deadline, pageShare = 1, isBackground = false } = limits;
    if (signal?.aborted) throw new PrintCancelled('cancelled before it started');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const job: WaitingJob = { maxRunning: allowedPlaces(this.#count, pageShare), start: resolve };
    const queue = isBackground ? this.#waitingInBackground : this.#waiting;
    const leave = (failure: Error) => {
      queue.remove(workspaceId, job);
      if (!isBackground) this.#background.foregroundEnded(Date.now());
      this.#startNext();
      this.#reportIdle();
      reject(failure);
    };
    const onAbort = () => leave(new PrintCancelled('cancelled while it waited for a page'));
    queue.add(workspaceId, job);
    if (!isBackground) this.#background.foregroundCame();
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

  release({ workspaceId, isBackground = false }: SlotOwner): void {
    if (isBackground) this.#background.ended();
    else this.#background.foregroundEnded(Date.now());
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
    while (this.#start(this.#waiting));
    if (this.#backgroundTimer !== null) clearTimeout(this.#backgroundTimer);
    this.#backgroundTimer = null;
    while (this.#waitingInBackground.size > 0) {
      const now = Date.now();
      const startsAt = this.#background.mayStartAt(now);
      if (startsAt > now) return this.#startLater(startsAt - now);
      if (!this.#start(this.#waitingInBackground)) return;
      this.#background.started(now);
    }
  }

  /** If another job ends before, that starts the next one. */
  #startLater(waitMs: number): void {
    if (waitMs === Number.POSITIVE_INFINITY) return;
    this.#backgroundTimer = setTimeout(() => this.#startNext(), waitMs);
  }

  /** @returns whether a job of the queue was started */
  #start(queue: FairQueue<WaitingJob>): boolean {
    if (this.#runningCount >= this.#count) return false;
    const next = queue.take((workspaceId, { maxRunning }) => {
      const running = this.#runningOf(workspaceId);
      return running < maxRunning ? running : Infinity;
    });
    if (next === null) return false;
    this.#running.set(next.owner, this.#runningOf(next.owner) + 1);
    this.#runningCount += 1;
    next.job.start();
    return true;
  }

  #reportIdle(): void {
    if (this.load === 0) for (const resolve of this.#drains.splice(0)) resolve();
  }
}
