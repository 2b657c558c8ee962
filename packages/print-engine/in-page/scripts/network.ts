import { REQUEST_EVENT } from '../messages.ts';
import { onWindow } from './pristine.ts';
import { delay } from './waiting.ts';

const LOOK_MS = 20;

let pending = 0;
let changedAt = 0;

/** Requests of scripts, which the document's world reports if the job waits for the network. */
export function watchRequests(): void {
  pending = 0;
  changedAt = performance.now();
  onWindow(REQUEST_EVENT, (event) => {
    if (!(event instanceof CustomEvent)) return;
    pending = event.detail === true ? pending + 1 : Math.max(0, pending - 1);
    changedAt = performance.now();
  });
}

const findRequests = (): PerformanceEntry[] => performance.getEntriesByType('resource');

export const usedNetwork = (): boolean => findRequests().length > 0;

const findLastEnd = (): number =>
  findRequests().reduce((last, { startTime, duration }) => Math.max(last, startTime + duration), changedAt);

/** Resolves when scripts have no request under way and nothing has arrived for `ms`. */
export async function waitForQuiet(ms: number): Promise<void> {
  for (;;) {
    const leftMs = pending > 0 ? ms : ms - (performance.now() - findLastEnd());
    if (leftMs <= 0) return;
    await delay(Math.min(leftMs, LOOK_MS));
  }
}
