import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ClockedService } from '../support/clocked-service.ts';

/** What time does to files, keys and credits, told by one service whose clock is moved and that restarts. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const generated = z.object({
  data: z.object({ fileId: z.string(), url: z.string(), signedUrl: z.string() }),
  usage: z.object({ quotaUsed: z.number(), remaining: z.number() }),
});

const HELLO = { htmlContent: '<p>Hello</p>' };
const REPEATABLE = { 'Idempotency-Key': 'same' };

let service: ClockedService;
let live: { workspaceId: string; key: string };
let file: z.infer<typeof generated>['data'];
let testFile: z.infer<typeof generated>['data'];

const generate = async (key: string, headers = {}): Promise<z.infer<typeof generated>> =>
  generated.parse(await (await service.generate(key, HELLO, headers)).json());

const codeOf = async (response: Response): Promise<unknown> => {
  const body: unknown = await response.json();
  return z.object({ error: z.object({ code: z.string() }) }).parse(body).error.code;
};

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

  test('both addresses of a file still serve it', async () => {
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
  beforeAll(() => service.startAt(DAY_MS + HOUR_MS));

  test('the signed address is refused and the permanent one serves the file', async () => {
    const signed = await service.fetch(file.signedUrl);
    expect(signed.status).toBe(403);
    expect(await codeOf(signed)).toBe('SIGNATURE_INVALID');
    expect((await service.fetch(file.url)).status).toBe(200);
  });

  test('the file of a test key is gone', async () => {
    const answer = await service.fetch(testFile.url);
    expect(answer.status).toBe(404);
    expect(await codeOf(answer)).toBe('FILE_NOT_FOUND');
  });

  test('an idempotency key makes a new file', async () => {
    const again = await generate(live.key, REPEATABLE);
    expect(again.data.fileId).not.toBe(file.fileId);
  });
});

describe('after the retention of the plan, seven days', () => {
  beforeAll(() => service.startAt(7 * DAY_MS + HOUR_MS));

  test('the permanent address is not found, and the expired signature is told first', async () => {
    expect(await codeOf(await service.fetch(file.url))).toBe('FILE_NOT_FOUND');
    expect(await codeOf(await service.fetch(file.signedUrl))).toBe('SIGNATURE_INVALID');
  });

  test("the ledger's alarm has deleted its object", async () => {
    expect(JSON.stringify(await service.storedObjects())).toContain(file.fileId);
    await service.ringAlarm(live.workspaceId);
    expect(JSON.stringify(await service.storedObjects())).not.toContain(file.fileId);
  });
});

describe('in the next month', () => {
  beforeAll(() => service.startAt(32 * DAY_MS));

  test('the quota is whole again, and bought credits are still there', async () => {
    await service.operator.setWorkspace(live.workspaceId, { quotaUsed: 100, credits: 5 });
    await service.startAt(64 * DAY_MS);
    expect((await generate(live.key)).usage).toEqual({ quotaUsed: 1, remaining: 104 });
  });
});
