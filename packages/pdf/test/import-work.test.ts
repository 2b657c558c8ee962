import { expect, test } from 'vitest';
import { UnreadablePdf } from '../file/dictionary.ts';
import { IMPORT_LIMITS, maxWorkOf } from '../import/limits.ts';
import { fromText, importAll, unlimited } from './foreign-pdf.ts';
import { GROWING_FILES } from './growing-files.ts';
import { LONG, typical } from '../../../test/support/thorough.ts';

/** Twice the file may be about twice the work. Fixed costs make the ratio smaller, and rounding to whole reads makes it larger. */
const MAX_GROWTH = 2.2;

/** An object is copied at once, and a stream is expanded at once. */
const MAX_WORK_OF_A_TURN = 10_000_000;

/** The work that the meter saw. Imported or refused, but not by another error. */
async function workOf(text: string): Promise<number> {
  const meter = unlimited();
  await importAll(fromText(text), { meter }).catch((error: unknown) => {
    if (!(error instanceof UnreadablePdf)) throw error;
  });
  return meter.work;
}

test.each(typical(GROWING_FILES, 8))(
  'work grows at most in proportion to the number of %s',
  LONG,
  async (_, file, n) => {
    const works: number[] = [];
    for (const size of [n, 2 * n, 4 * n]) {
      const text = file(size);
      const work = await workOf(text);
      expect(work).toBeLessThanOrEqual(maxWorkOf(text.length, IMPORT_LIMITS) + MAX_WORK_OF_A_TURN);
      works.push(work);
    }
    const [one = 0, two = 0, four = 0] = works;
    expect(two / one).toBeLessThan(MAX_GROWTH);
    expect(four / two).toBeLessThan(MAX_GROWTH);
  },
);
