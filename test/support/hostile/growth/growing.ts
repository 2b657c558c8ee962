import type { Meter } from '@platen/meter';
import type { Random } from '../../random.ts';

/** An input that exists in all sizes. Bytes are characters of Latin-1. */
export interface GrowingInput {
  readonly what: string;
  readonly make: (n: number) => string;
  readonly n: number;
}

export interface GrowingReader {
  readonly name: string;
  /** How many blocks of code run for a unit of its meter, at most: half more than for its costliest honest input. It is null for a reader without a meter. */
  readonly maxBlocksPerUnit: number | null;
  /** The work before it asks whether others shall have a turn. Default: that of a long run of bytes. */
  readonly maxWorkWithoutLook?: number;
  readonly draw: (random: Random) => GrowingInput;
  readonly read: (input: string, meter: Meter) => unknown;
}
