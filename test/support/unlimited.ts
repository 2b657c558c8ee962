import { Meter } from '@platen/meter';

/** For readers whose limit is not what a test is about. */
export const unlimited = (): Meter => new Meter({ maxWork: Number.POSITIVE_INFINITY });
