import { onTestFinished, vi } from 'vitest';

const HOUR_MS = 3_600_000;

/**
 * Until the end of the test, the clock stands still an hour ahead. On a busy machine, the minute of a rate could end before a
 * test has sent its requests. The alarm that clears a rate follows the real clock.
 */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR_MS });
  onTestFinished(() => void vi.useRealTimers());
}
