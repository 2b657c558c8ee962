import type { Meter } from '@platen/meter';
import { utf8Bytes } from '../../compose/utf8.ts';

/** A value is written, and its name. */
const PART_WORK = 100;

class TooLong extends Error {}

/** Returns the reason why the JSON of a value cannot be saved, or null. It stops early: a value that repeats its parts has JSON of any length. */
export function findJsonProblem(value: unknown, limitBytes: number, meter: Meter): string | null {
  let characters = 0;
  try {
    const json = JSON.stringify(value, function count(this: unknown, key: string, part: unknown) {
      meter.charge(PART_WORK + (typeof part === 'string' ? part.length : 0));
      // At most what this part has in the JSON.
      characters += (Array.isArray(this) ? 0 : key.length) + (typeof part === 'string' ? part.length : 1);
      if (characters > limitBytes) throw new TooLong();
      return part;
    });
    return utf8Bytes(json) > limitBytes ? tooLong(limitBytes) : null;
  } catch (error) {
    if (error instanceof TooLong) return tooLong(limitBytes);
    if (error instanceof RangeError) return 'is nested too deeply';
    throw error;
  }
}

const tooLong = (limitBytes: number): string => `has more than ${limitBytes} bytes of JSON`;
