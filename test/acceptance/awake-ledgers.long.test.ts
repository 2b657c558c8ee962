import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ClockedService } from '../support/clocked-service.ts';
import { eventually } from '../support/eventually.ts';

const services: ClockedService[] = [];
afterAll(async () => {
  for (const service of services) await service.remove();
});

/** Starts a service, with one file in one ledger. */
async function startAndGenerate(awakeSeconds: number): Promise<ClockedService> {
  const vars = { LEDGER_AWAKE_SECONDS: String(awakeSeconds) };
  const service = await ClockedService.create({ renderer: 'browser-run-only', vars });
  services.push(service);
  await service.startAt(0);
  const { key } = await service.createTenant();
  const { status } = await service.generate(key, { htmlContent: '<p>x' });
  expect(status).toBe(200);
  return service;
}

/** SQLite deletes the journal of a database when it is closed. */
async function countOpen({ stateDir }: ClockedService): Promise<{ ledgers: number; buckets: number }> {
  const count = async (objects: string): Promise<number> => {
    const files = await readdir(join(stateDir, 'v3', objects));
    return files.filter((file) => file.endsWith('.sqlite-wal') && !file.startsWith('metadata')).length;
  };
  return {
    ledgers: await count('do/platen-WorkspaceLedger'),
    buckets: await count('r2/miniflare-R2BucketObject'),
  };
}

test('a ledger and the local bucket stay in memory for as long as the operator says, and not longer', async () => {
  const [evicting, awake] = await Promise.all([startAndGenerate(0), startAndGenerate(30)]);
  const [open, closed] = [
    { ledgers: 1, buckets: 1 },
    { ledgers: 0, buckets: 0 },
  ];
  expect([await countOpen(evicting), await countOpen(awake)]).toEqual([open, open]);
  await eventually(async () => expect(await countOpen(evicting)).toEqual(closed));
  expect(await countOpen(awake)).toEqual(open);
  await eventually(async () => expect(await countOpen(awake)).toEqual(closed));
});
