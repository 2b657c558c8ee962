import { afterAll, beforeAll, expect, test } from 'vitest';
import { fuzzHttp } from '../fuzz/http/run.ts';
import { fuzzPdf } from '../fuzz/pdf/run.ts';
import { type FuzzedService, startFuzzedService } from '../fuzz/service.ts';
import { IS_THOROUGH, LONG } from '../support/thorough.ts';

/** `npm run tool -- fuzz http` and `npm run tool -- fuzz pdf` take any seed and number. CI sends more requests that way. */
const SEED = 17;
const REQUESTS = 300;
/** `npm run test:long` prints more, and `npm run tool -- sweeps` the most. */
const DOCUMENTS = Number(process.env.FUZZ_DOCUMENTS ?? (IS_THOROUGH ? 15 : 5));

/** It ends a run that would wait forever. */
const WATCHDOG_MS = 1_800_000;

let service: FuzzedService;
beforeAll(async () => {
  service = await startFuzzedService();
});
afterAll(() => service.stop());

test(
  'random and hostile requests get only answers that are described, read nothing of others and cost nothing',
  async () => {
    const report = await fuzzHttp(service, { seed: SEED, count: REQUESTS });
    expect(report.failures).toEqual([]);
    // Many routes are reached with valid requests too.
    expect(report.routes.succeeded).toBeGreaterThan(0.2 * report.routes.all);
  },
  WATCHDOG_MS,
);

test(
  'random documents become PDFs with the paper, the pages, the bands and the text that were asked for',
  { ...LONG, timeout: WATCHDOG_MS },
  async () => {
    const report = await fuzzPdf(service, { seed: SEED, count: DOCUMENTS });
    expect(report.failures).toEqual([]);
    expect(report.printed).toBeGreaterThan(DOCUMENTS);
  },
);
