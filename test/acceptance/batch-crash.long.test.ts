import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { CLOUDFLARE_HEAP } from '../../labs/bench/memory.ts';
import { openWorkerIsolate } from '../../labs/bench/worker-isolate.ts';
import { batchAnswer, type BatchRow, batchRowPage } from '../../schema/api/batches.ts';
import { ClockedService } from '../support/clocked-service.ts';

/** `npm run tool -- sweeps` has 10,000. */
const ROWS = Number(process.env.BATCH_ROWS ?? 10);
const KILLS = Math.max(2, Math.floor(ROWS / 500));

const MINUTE_MS = 60_000;

/** Longer than the plan's timeout and the time in which a reservation settles. */
const LEASE_MS = 10 * MINUTE_MS;

/** Cloudflare ends an isolate at 128 MB. Only a long run is measured. */
const MAX_ISOLATE_MB = 100;
const IS_MEASURED = ROWS > 100;

/** After the second attempt (contract 13.3). */
const RETRY_WAIT_MS = 30_000;

let service: ClockedService;
let key = '';
let workspaceId = '';
let batchId = '';
/** MB of the Worker's isolate: the most of all samples. */
let isolateMb = 0;

beforeAll(async () => {
  service = await ClockedService.create(IS_MEASURED ? { inspector: true, env: CLOUDFLARE_HEAP } : {});
  await service.startAt(0);
});
afterAll(() => service.remove());

const read = async (path: string): Promise<unknown> =>
  JSON.parse((await service.fetch(path, { headers: { 'X-API-Key': key } })).text);

async function createBatch(): Promise<void> {
  ({ workspaceId, key } = await service.createTenant());
  // Its rate has no limit, so the test may ask as often as it likes.
  await service.operator.setWorkspace(workspaceId, { plan: 'scale-enterprise' });
  const { id } = await service.operator.putTemplate({ workspaceId, name: 'row', content: '<p>{{n}}</p>' });
  const options = { waitFor: { delayMs: ROWS > 100 ? 0 : 200 } };
  const rows = Array.from({ length: ROWS }, (_, n) => ({ externalId: `row ${n}`, templateData: { n } }));
  const answer = await service.fetch('/v1/batches', {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/x-ndjson' },
    body: [{ templateId: id, options }, ...rows].map((line) => JSON.stringify(line)).join('\n'),
  });
  expect(answer.status, answer.text).toBe(202);
  ({ batchId } = batchAnswer.parse(JSON.parse(answer.text)).data);
}

/** Runs the alarm too: the platform fires it by its own clock. */
async function readBatch() {
  await service.ringBatchAlarm(batchId);
  return batchAnswer.parse(await read(`/v1/batches/${batchId}`)).data;
}

/** As long as the test may take: many rows take long. */
const reach = (condition: () => Promise<void>) =>
  vi.waitFor(condition, { timeout: 60 * MINUTE_MS, interval: 50 });

/** The queue has lost its messages. The attempts that ran are lost when the clock is past their lease. */
async function startAgain(aheadMs: number): Promise<void> {
  await service.startAt(aheadMs);
  await service.ringAlarm(workspaceId);
  await service.ringBatchAlarm(batchId);
  await service.moveClock(aheadMs + RETRY_WAIT_MS);
}

/** Measures the isolate until the function that it returns is called, or the service is killed. */
async function watchMemory(): Promise<() => void> {
  if (!IS_MEASURED) return () => {};
  const isolate = await openWorkerIsolate(service.pids[0] ?? 0);
  const sample = async (): Promise<void> => {
    isolateMb = Math.max(isolateMb, await isolate.usedMb());
  };
  // The service may be killed in the middle of a sample.
  const timer = setInterval(() => void sample().catch(() => {}), 500);
  return () => {
    clearInterval(timer);
    isolate.close();
  };
}

const hasMade = (count: number) =>
  reach(async () => expect((await readBatch()).rows.succeeded).toBeGreaterThanOrEqual(count));

async function readRows(): Promise<BatchRow[]> {
  const rows: BatchRow[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const page = batchRowPage.parse(await read(`/v1/batches/${batchId}/rows?limit=200${query}`));
    rows.push(...page.data);
    cursor = page.nextCursor;
  }
  return rows;
}

test('after kills of the service and of its browsers, with each message delivered twice, every row has one PDF that was charged once', async () => {
  await createBatch();
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const unwatch = await watchMemory();
    const wanted = Math.floor((ROWS * kill) / (KILLS + 2));
    await hasMade(wanted);
    service.killBrowsers();
    await hasMade(wanted + 1);
    unwatch();
    await service.kill();
    await startAgain(kill * LEASE_MS);
  }
  const unwatch = await watchMemory();
  await reach(async () => expect((await readBatch()).state).toBe('completed'));
  unwatch();
  expect(isolateMb).toBeLessThan(MAX_ISOLATE_MB);
  if (IS_MEASURED) console.log(`${ROWS} rows, ${KILLS} kills, isolate ${Math.round(isolateMb)} MB`);

  const rows = await readRows();
  expect(rows.map(({ index, externalId, state, error }) => ({ index, externalId, state, error }))).toEqual(
    rows.map((_, index) => ({ index, externalId: `row ${index}`, state: 'succeeded', error: null })),
  );
  expect(rows.length).toBe(ROWS);
  expect(await service.operator.setWorkspace(workspaceId, {})).toMatchObject({ quotaUsed: ROWS });

  // The alarms delete the rows' texts, and what attempts left that were cut off.
  const ahead = (KILLS + 1) * LEASE_MS;
  for (const minutes of [10, 20]) {
    await service.moveClock(ahead + minutes * MINUTE_MS);
    await service.ringAlarm(workspaceId);
    await service.ringBatchAlarm(batchId);
  }
  const files = rows.map(({ fileId }) => `pdf/${z.string().parse(fileId)}`);
  expect((await service.storedObjects()).sort()).toEqual(files.sort());
});
