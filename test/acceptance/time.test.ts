import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ClockedService } from '../support/clocked-service.ts';
import { expectGenerated, expectRefusal, type Generated, HELLO } from '../support/service-client.ts';

/** Expiry of files, keys and credits. One service restarts once, and then its clock moves on. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const REPEATABLE = { 'Idempotency-Key': 'same' };

let service: ClockedService;
let live: { workspaceId: string; key: string };
let file: Generated['data'];
let testFile: Generated['data'];

const generate = async (key: string, headers = {}): Promise<Generated> =>
  expectGenerated(await service.generate(key, HELLO, headers));

beforeAll(async () => {
  service = await ClockedService.create();
  await service.startAt(0);
  live = await service.createTenant();
  file = (await generate(live.key, REPEATABLE)).data;
  testFile = (await generate((await service.createTenant('test')).key)).data;
});
afterAll(() => service.remove());

describe('after a restart an hour later', () => {
  beforeAll(() => service.startAt(HOUR_MS));

  test('both addresses of a file still work', async () => {
    for (const address of [file.url, file.signedUrl]) {
      expect((await service.fetch(address)).status).toBe(200);
    }
  });

  test('an idempotency key still answers with the same file', async () => {
    const again = await generate(live.key, REPEATABLE);
    expect(again).toMatchObject({ data: { fileId: file.fileId }, usage: { quotaUsed: 1 } });
  });
});

describe('after a day and an hour', () => {
  beforeAll(() => service.moveClock(DAY_MS + HOUR_MS));

  test('the signed address is refused and the permanent one serves the file', async () => {
    expectRefusal(await service.fetch(file.signedUrl), 'SIGNATURE_INVALID');
    expect((await service.fetch(file.url)).status).toBe(200);
  });

  test('the file of a test key is gone', async () => {
    expectRefusal(await service.fetch(testFile.url), 'FILE_NOT_FOUND');
  });

  test('an idempotency key makes a new file', async () => {
    const again = await generate(live.key, REPEATABLE);
    expect(again.data.fileId).not.toBe(file.fileId);
  });
});

describe('after the retention of the plan, seven days', () => {
  beforeAll(() => service.moveClock(7 * DAY_MS + HOUR_MS));

  test('the permanent address is FILE_NOT_FOUND, the signed address still SIGNATURE_INVALID', async () => {
    expectRefusal(await service.fetch(file.url), 'FILE_NOT_FOUND');
    expectRefusal(await service.fetch(file.signedUrl), 'SIGNATURE_INVALID');
  });

  test("the ledger's alarm has deleted its object", async () => {
    expect(JSON.stringify(await service.storedObjects())).toContain(file.fileId);
    await service.ringAlarm(live.workspaceId);
    expect(JSON.stringify(await service.storedObjects())).not.toContain(file.fileId);
  });
});

describe('in the next month', () => {
  beforeAll(() => service.moveClock(32 * DAY_MS));

  test('the quota resets, and bought credits remain', async () => {
    await service.operator.setWorkspace(live.workspaceId, { quotaUsed: 100, credits: 5 });
    await service.moveClock(64 * DAY_MS);
    expect((await generate(live.key)).usage).toMatchObject({ quotaUsed: 1, remaining: 104 });
  });
});
