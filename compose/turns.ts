import type { Meter } from '@platen/meter';

/** Work that others can interrupt at each `yield`. */
export type Turns<Result> = Generator<undefined, Result, undefined>;

/** For where nobody else waits: the command line. */
export function atOnce<Result>(turns: Turns<Result>): Result {
  for (;;) {
    const { done, value } = turns.next();
    if (done === true) return value;
  }
}

/** Gives others a turn where it is due. */
export async function inTurns<Result>(turns: Turns<Result>, meter: Meter): Promise<Result> {
  for (;;) {
    const { done, value } = turns.next();
    if (done === true) return value;
    await meter.pause();
  }
}
