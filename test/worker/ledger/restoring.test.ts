import { env, evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type CopiedRow, MAX_COPIED_ROWS } from '../../../schema/api/ledger-copy.ts';
import { newId } from '../../../schema/ids.ts';
import { type Ledger, ledgerClient } from '../../../worker/objects/ledger/client.ts';
import type { LedgerPage } from '../../../worker/objects/ledger/backup/backup-protocol.ts';
import { fileRecord } from '../support/file-record.ts';
import { DAY_MS, MINUTE_MS, NOON } from '../support/ledger.ts';
import { migrate, newWorkspace, operate } from '../support/service.ts';

beforeAll(migrate);
afterEach(() => vi.useRealTimers());

const at = (time: number) => vi.useFakeTimers({ toFake: ['Date'], now: time });

const ledgerOf = (workspaceId: string): Ledger => ledgerClient(() => env.LEDGER.getByName(workspaceId));

/** Without the objects. */
async function make(ledger: Ledger, more: Partial<Parameters<Ledger['commit']>[0]> = {}): Promise<string> {
  const file = fileRecord(more);
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

async function copyOf(workspaceId: string): Promise<{ ledgerId: string; rows: CopiedRow[] }> {
  const rows: CopiedRow[] = [];
  let [ledgerId, query] = ['', ''];
  for (;;) {
    const { status, body } = await operate('GET', `/workspaces/${workspaceId}/ledger${query}`);
    expect(status).toBe(200);
    rows.push(...(body.rows as CopiedRow[]));
    ledgerId = String(body.ledgerId);
    if (body.nextCursor === null) return { ledgerId, rows };
    query = `?cursor=${body.nextCursor as string}`;
  }
}

const step = (workspaceId: string, body: object) =>
  operate('POST', `/workspaces/${workspaceId}/ledger`, body);

async function restore(workspaceId: string, { ledgerId, rows }: Awaited<ReturnType<typeof copyOf>>) {
  await step(workspaceId, { step: 'begin' });
  for (let from = 0; from < rows.length; from += MAX_COPIED_ROWS) {
    const added = await step(workspaceId, { step: 'add', rows: rows.slice(from, from + MAX_COPIED_ROWS) });
    expect(added.status, JSON.stringify(added.body)).toBe(200);
  }
  return step(workspaceId, { step: 'end', ledgerId });
}

/** As when the objects of a namespace are lost: the next call finds another object, with no rows. */
async function lose(workspaceId: string): Promise<void> {
  const stub = env.LEDGER.getByName(workspaceId);
  await runInDurableObject(stub, (_, { storage }) => storage.deleteAll());
  await evictDurableObject(stub);
}

/** The reservations of a group. */
const heldBy = (workspaceId: string, leadId: string) =>
  runInDurableObject(env.LEDGER.getByName(workspaceId), (_, { storage }) =>
    storage.sql
      .exec<{ file_id: string }>(
        'SELECT file_id FROM file_groups WHERE lead_id = ? AND pages IS NULL',
        leadId,
      )
      .toArray()
      .map((row) => row.file_id),
  );

async function view(ledger: Ledger) {
  const span = { from: '2000-01-01', to: '2100-01-01' };
  const { files } = await ledger.listFiles({ limit: 100 });
  return {
    account: await ledger.account('starter'),
    files,
    counts: await ledger.usageCounts(span),
    statistics: await ledger.requestStatistics(span),
    metrics: (await ledger.metrics('starter')).counters,
  };
}

test('a ledger that was lost is restored from its copy', async () => {
  at(NOON);
  const workspaceId = await newWorkspace();
  const ledger = ledgerOf(workspaceId);
  await ledger.adjust({ credits: 7, plan: 'growth' });
  const kept = await make(ledger);
  await make(ledger, { environment: 'test' });
  await ledger.revokeKey('key_revoked');
  const [before, copy] = [await view(ledger), await copyOf(workspaceId)];

  at(NOON + DAY_MS);
  await lose(workspaceId);
  expect((await view(ledger)).files).toEqual([]);
  const { status, body } = await restore(workspaceId, copy);
  expect({ status, body }).toEqual({ status: 200, body: { id: workspaceId, rows: copy.rows.length } });
  expect(await view(ledger)).toEqual(before);

  const refused = await ledger.admit({ keyId: 'key_revoked', plan: 'starter' });
  expect(refused).toMatchObject({ refusal: 'API_KEY_REVOKED', plan: 'growth' });
  // A request that is repeated gets the file of the first one.
  const reservation = {
    fileId: newId('file'),
    environment: 'live' as const,
    deadline: Date.now() + MINUTE_MS,
    idempotency: { key: kept, bodyHash: 'hash' },
  };
  at(NOON + MINUTE_MS);
  expect(await ledger.admit({ keyId: 'key_a', plan: 'starter', reservation })).toMatchObject({
    outcome: 'replayed',
    file: { fileId: kept },
  });
  const entries = await operate('GET', `/workspaces/${workspaceId}/audit`);
  expect(entries.body.entries).toMatchObject([{ action: 'workspace.restored' }, {}]);
});

test('a key that was revoked before the loss is refused again, also if it was used since', async () => {
  at(NOON);
  const workspaceId = await newWorkspace();
  const ledger = ledgerOf(workspaceId);
  const use = () => ledger.admit({ keyId: 'key_revoked', plan: 'starter' });
  await ledger.revokeKey('key_revoked');
  const copy = await copyOf(workspaceId);
  await lose(workspaceId);
  expect(await use()).toMatchObject({ outcome: 'counted' });
  await restore(workspaceId, copy);
  expect(await use()).toMatchObject({ refusal: 'API_KEY_REVOKED' });
});

test('what was spent and made since the loss stays', async () => {
  at(NOON);
  const workspaceId = await newWorkspace();
  const ledger = ledgerOf(workspaceId);
  const old = await make(ledger);
  const copy = await copyOf(workspaceId);

  at(NOON + MINUTE_MS);
  await lose(workspaceId);
  const since = await make(ledger);
  const running = { fileId: newId('file'), environment: 'live' as const, deadline: Date.now() + MINUTE_MS };
  await ledger.admit({ keyId: 'key_a', plan: 'starter', reservation: running });
  const growth = { leadId: running.fileId, fileIds: [newId('file')], scratchIds: [] };
  expect(await ledger.growReservation(growth, 'starter')).toBeNull();
  expect((await restore(workspaceId, copy)).status).toBe(200);
  const restored = await view(ledger);
  expect(restored.account.quotaUsed).toBe(2);
  expect(restored.files.map(({ fileId }) => fileId)).toEqual([since, old]);
  expect(restored.counts).toMatchObject([{ generated: 2 }]);
  expect(restored.statistics.days).toMatchObject([{ requests: 3 }]);
  // What ran meanwhile ends as it would have, with all of its files.
  const parts = [running.fileId, ...growth.fileIds].map((fileId, index) => ({
    file: fileRecord({ fileId }),
    pages: String(index + 1),
  }));
  expect(await heldBy(workspaceId, running.fileId)).toEqual(growth.fileIds);
  expect(await ledger.commit(fileRecord({ fileId: running.fileId }), 'starter', parts)).toMatchObject({
    outcome: 'committed',
    usage: { quotaUsed: 4 },
  });
});

test('a ledger that was not lost is not changed', async () => {
  at(NOON);
  const workspaceId = await newWorkspace();
  const ledger = ledgerOf(workspaceId);
  await make(ledger);
  at(NOON + MINUTE_MS);
  const copy = await copyOf(workspaceId);
  const before = await view(ledger);
  const { status, body } = await restore(workspaceId, copy);
  expect([status, body]).toMatchObject([
    400,
    {
      error: {
        details: ['ledgerId: the ledger was not lost: the copy is of this ledger, or is restored already'],
      },
    },
  ]);
  expect(await view(ledger)).toEqual(before);
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

test.each([
  [
    'a table that is not copied',
    { table: 'reservations', values: { file_id: 'x' } },
    /^rows\[0\]\.table: must be one of/,
  ],
  [
    'a column that does not exist',
    { table: 'files', values: { nothing: 1 } },
    /^rows\[0\]: files has no column "nothing"$/,
  ],
  ['no columns', { table: 'files', values: {} }, /^rows\[0\]: has no columns$/],
])('refuses a row with %s', async (_, row, problem) => {
  const workspaceId = await newWorkspace();
  await step(workspaceId, { step: 'begin' });
  const { status, body } = await step(workspaceId, { step: 'add', rows: [row] });
  expect([status, body]).toMatchObject([
    400,
    { error: { code: 'VALIDATION_ERROR', details: [expect.stringMatching(problem)] } },
  ]);
});

test('a row that breaks a rule of its table changes nothing', async () => {
  at(NOON);
  const workspaceId = await newWorkspace();
  const ledger = ledgerOf(workspaceId);
  await ledger.adjust({ credits: 3 });
  const rows: CopiedRow[] = [
    { table: 'account', values: { id: 1, month: '2040-11', quota_used: 5, credits: 5 } },
    { table: 'files', values: { file_id: newId('file') } },
  ];
  const { status, body } = await restore(workspaceId, { ledgerId: 'other', rows });
  expect([status, body]).toMatchObject([
    400,
    { error: { details: [expect.stringMatching(/^rows\[1\]: .*NOT NULL/)] } },
  ]);
  expect(await ledger.account('starter')).toMatchObject({ quotaUsed: 0, credits: 3 });
});

test('refuses steps out of order, a wrong cursor, and a workspace that does not exist', async () => {
  const workspaceId = await newWorkspace();
  const end = await step(workspaceId, { step: 'end', ledgerId: 'other' });
  expect([end.status, end.body]).toMatchObject([
    400,
    { error: { details: ['step: must be "begin", and then "add" for each page'] } },
  ]);
  const wrong = await operate('GET', `/workspaces/${workspaceId}/ledger?cursor=eyJ0`);
  expect([wrong.status, wrong.body]).toMatchObject([
    400,
    { error: { details: ['cursor: must be the nextCursor of a page'] } },
  ]);
  expect((await step(newId('ws'), { step: 'begin' })).status).toBe(404);
});
