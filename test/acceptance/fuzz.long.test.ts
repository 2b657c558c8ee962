import { afterAll, beforeAll, expect, test } from 'vitest';
import { fuzzHttp } from '../../labs/fuzz/http/run.ts';
import { fuzzPdf } from '../../labs/fuzz/pdf/run.ts';
import { type FuzzedService, startFuzzedService } from '../../labs/fuzz/service.ts';

/** `npm run tool -- fuzz http` and `npm run tool -- fuzz pdf` take any seed and number. */
const SEED = 17;
const REQUESTS = 1_000;
/** `npm run tool -- sweeps` prints more. */
const DOCUMENTS = Number(process.env.FUZZ_DOCUMENTS ?? 15);

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
  async () => {
    const report = await fuzzPdf(service, { seed: SEED, count: DOCUMENTS });
    expect(report.failures).toEqual([]);
    expect(report.printed).toBeGreaterThan(DOCUMENTS);
  },
  WATCHDOG_MS,
);
