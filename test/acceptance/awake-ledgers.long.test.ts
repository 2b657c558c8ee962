import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ClockedService } from '../support/clocked-service.ts';
import { eventually } from '../support/eventually.ts';

const services: ClockedService[] = [];
afterAll(async () => {
  for (const service of services) await service.remove();
});

/** Starts a service, with one request to one ledger. */
async function startAndRequest(awakeSeconds: number): Promise<ClockedService> {
  const vars = { LEDGER_AWAKE_SECONDS: String(awakeSeconds) };
  const service = await ClockedService.create({ renderer: 'browser-run-only', vars });
  services.push(service);
  await service.startAt(0);
  const { key } = await service.createTenant();
  const { status } = await service.fetch('/v1/jobs', { headers: { 'X-API-Key': key } });
  expect(status).toBe(200);
  return service;
}

/** SQLite deletes the journal of a database when it is closed. */
async function countOpenLedgers({ stateDir }: ClockedService): Promise<number> {
  const files = await readdir(join(stateDir, 'v3/do/platen-WorkspaceLedger'));
  return files.filter((file) => file.endsWith('.sqlite-wal') && !file.startsWith('metadata')).length;
}

test('a ledger stays in memory for as long as the operator says, and not longer', async () => {
  const [evicting, awake] = await Promise.all([startAndRequest(0), startAndRequest(30)]);
  expect([await countOpenLedgers(evicting), await countOpenLedgers(awake)]).toEqual([1, 1]);
  await eventually(async () => expect(await countOpenLedgers(evicting)).toBe(0));
  expect(await countOpenLedgers(awake)).toBe(1);
  await eventually(async () => expect(await countOpenLedgers(awake)).toBe(0));
});
