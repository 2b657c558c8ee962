import { env, runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { CopiedRow } from '../../../../schema/api/ledger-copy.ts';
import { newId } from '../../../../schema/ids.ts';
import { type Ledger, ledgerClient } from '../../../../worker/objects/ledger/client.ts';
import type { LedgerPage } from '../../../../worker/objects/ledger/backup/backup-protocol.ts';
import { fileRecord } from '../../support/file-record.ts';
import { MINUTE_MS, NOON } from '../../support/ledger.ts';
import { migrate, newWorkspace, operate } from '../../support/service.ts';

beforeAll(migrate);
afterEach(() => vi.useRealTimers());

const at = (time: number) => vi.useFakeTimers({ toFake: ['Date'], now: time });

const ledgerOf = (workspaceId: string): Ledger => ledgerClient(() => env.LEDGER.getByName(workspaceId));

/** Without the objects. */
async function make(ledger: Ledger): Promise<string> {
  const file = fileRecord();
  const idempotency = { key: file.fileId, bodyHash: 'hash' };
  const reservation = {
    fileId: file.fileId,
    environment: file.environment,
    deadline: Date.now() + MINUTE_MS,
    idempotency,
  };
  expect(await ledger.admit({ keyId: 'key_a', plan: 'starter', reservation })).toMatchObject({
    outcome: 'reserved',
  });
  expect(await ledger.commit(file, 'starter')).toMatchObject({ outcome: 'committed' });
  return file.fileId;
}

async function copyOf(workspaceId: string): Promise<CopiedRow[]> {
  const rows: CopiedRow[] = [];
  for (let query = ''; ;) {
    const { status, body } = await operate('GET', `/workspaces/${workspaceId}/ledger${query}`);
    expect(status).toBe(200);
    rows.push(...(body.rows as CopiedRow[]));
    if (body.nextCursor === null) return rows;
    query = `?cursor=${body.nextCursor as string}`;
  }
}

test('a copy has the balance, the plan, the files and the revoked keys', async () => {
  at(NOON);
  const workspaceId = await newWorkspace();
  const ledger = ledgerOf(workspaceId);
  await ledger.adjust({ credits: 7, plan: 'growth' });
  const fileId = await make(ledger);
  await ledger.revokeKey('key_revoked');
  const rows = await copyOf(workspaceId);
  const valuesIn = (table: string) => rows.filter((row) => row.table === table).map(({ values }) => values);
  expect(rows[0]?.table).toBe('account');
  expect(valuesIn('account')).toMatchObject([{ quota_used: 1, credits: 7 }]);
  expect(valuesIn('plan')).toMatchObject([{ plan: 'growth' }]);
  expect(valuesIn('files')).toMatchObject([{ file_id: fileId }]);
  expect(valuesIn('idempotency')).toMatchObject([{ file_id: fileId }]);
  expect(valuesIn('revoked_keys')).toMatchObject([{ key_id: 'key_revoked' }]);
});

test('a copy has more than one page, and no row that was added after the first one', async () => {
  at(NOON);
  const workspaceId = await newWorkspace();
  const stub = env.LEDGER.getByName(workspaceId);
  const ledger = ledgerOf(workspaceId);
  await make(ledger);
  await runInDurableObject(stub, (_, { storage }) =>
    storage.sql.exec(
      `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 2300)
       INSERT INTO revoked_keys (key_id, revoked_at) SELECT 'key_' || n, 1 FROM n`,
    ),
  );
  const pages: LedgerPage[] = [await ledger.readCopy(null)];
  const added = await make(ledger);
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(await ledger.readCopy(next));
  expect(pages.map(({ rows }) => rows.length)).toEqual([1_000, 1_000, expect.any(Number)]);
  const rows = pages.flatMap((page) => page.rows);
  expect(rows.filter(({ table }) => table === 'revoked_keys')).toHaveLength(2_300);
  expect(rows.filter(({ table }) => table === 'files')).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(added);
});

test('refuses a wrong cursor, and a workspace that does not exist', async () => {
  const workspaceId = await newWorkspace();
  const wrong = await operate('GET', `/workspaces/${workspaceId}/ledger?cursor=eyJ0`);
  expect([wrong.status, wrong.body]).toMatchObject([
    400,
    { error: { details: ['cursor: must be the nextCursor of a page'] } },
  ]);
  expect((await operate('GET', `/workspaces/${newId('ws')}/ledger`)).status).toBe(404);
});
