import type { PageDocument } from './documents.ts';
import { delay } from './waiting.ts';

/** At 60 frames a second, enough for the default animation of a chart. */
const MAX_FRAMES = 100;

/** A page gets a frame within 17 ms, or later if the CPU is busy. */
const MAX_FRAME_MS = 1_000;

/** The ids of animation frames count up in each document, for the scripts of all worlds together. */
export class Frames {
  /** By document, because a frame keeps its window when it loads another one. */
  readonly #lastIds = new WeakMap<Document, number>();
  #left = MAX_FRAMES;

  /** The document asked for frames until there were no more. */
  get areUsedUp(): boolean {
    return this.#left <= 0;
  }

  reset(): void {
    this.#left = MAX_FRAMES;
  }

  /** Says whether a script asked for a frame since the last call. */
  wereRequested(documents: readonly PageDocument[]): boolean {
    return documents.filter(({ window: view }) => this.#wasRequested(view)).length > 0;
  }

  #wasRequested(view: Window): boolean {
    const last = this.#lastIds.get(view.document) ?? 0;
    const id = this.#request(view, () => {});
    view.cancelAnimationFrame(id);
    return id > last + 1;
  }

  #request(view: Window, callback: () => void): number {
    const id = view.requestAnimationFrame(callback);
    this.#lastIds.set(view.document, id);
    return id;
  }

  /** Resolves when each document had its next frame, and the tasks that it queued are over. */
  async next(documents: readonly PageDocument[]): Promise<void> {
    if (this.areUsedUp) return;
    this.#left -= 1;
    const frames = documents.map(
      ({ window: view }) => new Promise<void>((resolve) => this.#request(view, resolve)),
    );
    if (!(await isInTime(Promise.all(frames)))) this.#left = 0;
    else await this.drainTasks();
  }

  /** Resolves after all tasks that are queued, also tasks that these queue. */
  async drainTasks(): Promise<void> {
    if (this.areUsedUp) return;
    if (!(await isInTime(scheduler.postTask(() => {}, { priority: 'background' })))) this.#left = 0;
  }
}

const isInTime = (work: Promise<unknown>): Promise<boolean> =>
  Promise.race([work.then(() => true), delay(MAX_FRAME_MS).then(() => false)]);
