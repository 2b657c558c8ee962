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
  /** By the job that waits in the background, in their order: when it came. */
  readonly #waitsSince = new Map<WaitingJob, number>();
  readonly #background: BackgroundPages;
  readonly #running = new Map<string, number>();
  readonly #drains: (() => void)[] = [];
  #runningCount = 0;
  /** The time at which a background job may start. */
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
    const { deadline, pageShare = 1 } = limits;
    if (signal?.aborted) throw new PrintCancelled('cancelled before it started');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let hasStarted = false;
    const start = () => {
      hasStarted = true;
      resolve();
    };
    const job: WaitingJob = { maxRunning: allowedPlaces(this.#count, pageShare), start };
    this.#arrive(job, limits);
    this.#startNext();
    // Most jobs start at once.
    if (hasStarted) return;
    const leave = (failure: Error) => {
      this.#leave(job, limits);
      this.#reportIdle();
      reject(failure);
    };
    const onAbort = () => leave(new PrintCancelled('cancelled while it waited for a page'));
    signal?.addEventListener('abort', onAbort, { once: true });
    const timer = setTimeout(
      () => leave(new NoPageInTime('no page was free before the deadline')),
      deadline - Date.now(),
    );
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

  #arrive(job: WaitingJob, { workspaceId, isBackground = false }: SlotOwner): void {
    if (isBackground) this.#waitsSince.set(job, Date.now());
    else this.#background.foregroundCame();
    (isBackground ? this.#waitingInBackground : this.#waiting).add(workspaceId, job);
  }

  #leave(job: WaitingJob, { workspaceId, isBackground = false }: SlotOwner): void {
    if (!(isBackground ? this.#waitingInBackground : this.#waiting).remove(workspaceId, job)) return;
    this.#waitsSince.delete(job);
    if (!isBackground) this.#background.foregroundEnded(Date.now());
    this.#startNext();
  }

  #startNext(): void {
    const now = Date.now();
    if (this.#background.isOverdue(now, this.#longestWait(now))) this.#startInBackground(now);
    while (this.#start(this.#waiting));
    if (this.#backgroundTimer !== null) clearTimeout(this.#backgroundTimer);
    this.#backgroundTimer = null;
    while (this.#waitingInBackground.size > 0) {
      const startsAt = this.#background.mayStartAt(now);
      if (startsAt > now) return this.#startLater(startsAt - now);
      if (!this.#startInBackground(now)) return;
    }
  }

  /** The time at which the background job came that waits longest. */
  #longestWait(now: number): number {
    const [since = now] = this.#waitsSince.values();
    return since;
  }

  #startInBackground(now: number): boolean {
    const isStarted = this.#start(this.#waitingInBackground);
    if (isStarted) this.#background.started(now);
    return isStarted;
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
    this.#waitsSince.delete(next.job);
    next.job.start();
    return true;
  }

  #reportIdle(): void {
    if (this.load === 0) for (const resolve of this.#drains.splice(0)) resolve();
  }
}
