import { CallbackIds } from './callback-ids.ts';
import type { PageDocument } from './documents.ts';
import { delay } from './waiting.ts';

/** At 60 frames a second, enough for the default animation of a chart. */
const MAX_FRAMES = 100;

/** A page gets a frame within 17 ms, or later if the CPU is busy. */
const MAX_FRAME_MS = 1_000;

/** More idle callbacks in a row are those of a script that is never done. */
const MAX_IDLE = 10;

/** Waits for the frames, tasks and idle callbacks that scripts have asked for, in the order of the event loop. */
export class Frames {
  readonly #frames = new CallbackIds(
    (view, callback) => view.requestAnimationFrame(callback),
    (view, id) => view.cancelAnimationFrame(id),
  );
  readonly #idle = new CallbackIds(
    (view, callback) => view.requestIdleCallback(callback),
    (view, id) => view.cancelIdleCallback(id),
  );
  #left = MAX_FRAMES;
  #idleLeft = MAX_IDLE;

  /** The document asked for frames until there were no more. */
  get areUsedUp(): boolean {
    return this.#left <= 0;
  }

  reset(): void {
    this.#left = MAX_FRAMES;
    this.#idleLeft = MAX_IDLE;
  }

  /** Says whether a script asked for a frame since the last call. */
  wereRequested(documents: readonly PageDocument[]): boolean {
    return this.#frames.wereRequested(documents);
  }

  /** Resolves when each document had its next frame, and the tasks that it queued are over. */
  async next(documents: readonly PageDocument[]): Promise<void> {
    if (this.areUsedUp) return;
    this.#left -= 1;
    if (!(await isInTime(this.#frames.next(documents)))) this.#left = 0;
    else await this.drainTasks(documents);
  }

  /** Resolves after all tasks that are queued, also tasks that these queue, and after idle callbacks. */
  async drainTasks(documents: readonly PageDocument[]): Promise<void> {
    if (this.areUsedUp) return;
    if (!(await isInTime(scheduler.postTask(() => {}, { priority: 'background' })))) this.#left = 0;
    while (this.#idleLeft > 0 && this.#idle.wereRequested(documents)) {
      this.#idleLeft = (await isInTime(this.#idle.next(documents))) ? this.#idleLeft - 1 : 0;
    }
  }

  /** Resolves when the small canvases that scripts encode are done. Chromium encodes them in idle time, in order. */
  async drainEncodings(): Promise<void> {
    if (this.areUsedUp || this.#idleLeft <= 0) return;
    const canvas = new OffscreenCanvas(1, 1);
    canvas.getContext('2d');
    if (!(await isInTime(canvas.convertToBlob()))) this.#idleLeft = 0;
  }
}

const isInTime = (work: Promise<unknown>): Promise<boolean> =>
  Promise.race([work.then(() => true), delay(MAX_FRAME_MS).then(() => false)]);
