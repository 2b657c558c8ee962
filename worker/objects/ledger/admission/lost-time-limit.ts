/** Older prints are forgotten. */
export const LOST_TIME_WINDOW_MS = 300_000;

/** A workspace that has lost this much is limited, if it took this many prints. */
const LOST_TIME_LIMIT_MS = 30_000;
const LOST_TIME_PRINTS = 3;

/** A print that fails sooner costs other workspaces little. A template that loops takes longer, on each plan. */
export const LOST_TIME_MIN_MS = 200;

/** The newest prints are enough for a limit. */
export const MAX_LOST_PRINTS = LOST_TIME_LIMIT_MS / LOST_TIME_MIN_MS;

/** A print that used a page, or a container that composed it, and made no PDF. */
export interface LostPrint {
  readonly endedAt: number;
  readonly pageMs: number;
}

/**
 * The time at which enough of these prints are forgotten, if no more are added. It is null if the workspace is not limited.
 *
 * @param prints of the last `LOST_TIME_WINDOW_MS`, newest first
 */
export function limitedUntil(prints: readonly LostPrint[]): number | null {
  let lostMs = 0;
  for (const [index, { endedAt, pageMs }] of prints.entries()) {
    lostMs += pageMs;
    if (lostMs >= LOST_TIME_LIMIT_MS && index + 1 >= LOST_TIME_PRINTS) return endedAt + LOST_TIME_WINDOW_MS;
  }
  return null;
}
