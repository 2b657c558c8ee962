import { expect, test } from 'vitest';
import { GROWING_FILES } from '../../../packages/pdf/test/growing-files.ts';
import { faultOfSteps, growthFailures } from '../../support/hostile/growth/check-growth.ts';
import { GROWING_READERS, PDF_READER } from '../../support/hostile/growth/readers.ts';
import { IS_THOROUGH, LONG, typical } from '../../support/thorough.ts';

/*
 * Faults that held the service for seconds to hours. Each was put back, and this has found it, with seed 1 or in a file of the second test:
 *
 * - Objects of one place are read: the work grows 4 times.
 * - The rows of a predictor, or the bytes that a repair reads, are not charged: many blocks run for a unit of work.
 * - The rows of a predictor do not pause: others have no turn.
 * - The sizes of object streams that are kept are added up for each: a block grows 4 times.
 * - A comment of an SVG without an end is searched for again and again: the time grows.
 * - A push reads a text for each of its callers: the work grows 4 times.
 * - The check of content for PDF/A does not pause: others have no turn.
 * - A JPEG has any number of segments: others have no turn.
 */

/** `npm run tool -- fuzz growth` has other seeds. */
const COUNT = IS_THOROUGH ? 10 : 3;

test.each(typical(GROWING_READERS, 7))(
  'the work and the time of reading $name grow in proportion to a random input',
  LONG,
  async (reader) => {
    expect(await growthFailures(reader, { seed: 1, count: COUNT })).toEqual([]);
  },
);

test.each(typical(GROWING_FILES, 8))(
  'no code runs more often than in proportion to a PDF with %s',
  LONG,
  async (what, make, n) => {
    expect(await faultOfSteps(PDF_READER, { what, make, n })).toBeNull();
  },
);
