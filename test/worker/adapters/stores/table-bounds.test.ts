import { env, runInDurableObject } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import { BATCH_DESK_SCHEMA } from '../../../../worker/objects/batch/open-desk.ts';
import { LEDGER_SCHEMA } from '../../../../worker/objects/ledger/ledger-schema.ts';
import type { Schema } from '../../../../worker/objects/storage/tables.ts';
import { REQUEST_LOG_SCHEMA } from '../../../../worker/objects/request-log/request-store.ts';
import { WEBHOOK_DESK_SCHEMA } from '../../../../worker/objects/webhook/delivery-store.ts';
import { migrate } from '../../support/service.ts';
import { Visitor } from '../../support/visitor.ts';

beforeAll(migrate);

const ONE_ROW = 'one row';

/** Why a table of D1 does not grow without end. A new table needs a line here. */
const D1_BOUNDS: Readonly<Record<string, string>> = {
  workspaces: 'an operator creates each',
  api_keys: 'the limit of the plan, and the newest 1,000 that have ended',
  templates: 'the limit of the plan',
  template_versions: 'the newest versions of a template',
  shared_parts: 'the limit of the plan',
  shared_part_versions: 'the newest versions of an asset or partial, and those that templates pin',
  write_guard: ONE_ROW,
  targets: 'the limit of a workspace',
  webhooks: 'the limit of a workspace',
  ledger_reports: 'one for each workspace',
  audit_trail: 'the newest 1,000 of each action of a workspace',
  people: 'an invitation for each',
  accounts: 'one for each person',
  sessions: 'fourteen days, deleted at the next sign-in of the person',
  passkeys: 'a signed-in person adds each',
  memberships: 'an invitation for each',
  invitations: 'the limit of a workspace, deleted at the next invitation',
  verifications: 'an operator makes a link for a password; five minutes for an answer to a challenge',
  attempts: 'five minutes, deleted at the next request of the sign-in',
};

const LEDGER_BOUNDS: Readonly<Record<string, string>> = {
  account: ONE_ROW,
  workspace: ONE_ROW,
  plan: ONE_ROW,
  rate_window: ONE_ROW,
  templates_version: ONE_ROW,
  targets_version: ONE_ROW,
  webhooks_noted: ONE_ROW,
  stored_size: ONE_ROW,
  credit_level: ONE_ROW,
  service_report: ONE_ROW,
  closing: ONE_ROW,
  metric_days: ONE_ROW,
  metric_totals: 'one for each counter',
  revoked_keys: 'the newest 10,000',
  key_use: 'the newest 10,000',
  reservations: 'the timeout of the plan, then the alarm',
  idempotency: '24 hours',
  files: 'the retention of the plan',
  file_groups: 'as long as their files',
  copies: 'as long as their files',
  uploaded_bytes: ONE_ROW,
  jobs: 'the age of a job',
  batches: 'the age of a batch',
  batch_rows: 'as long as their batch',
  lost_time: 'five minutes, and a number',
  lost_preview_time: 'five minutes, and a number',
  previews: 'the timeout of the plan',
  usage_counts: 'fourteen months',
  request_counts: 'fourteen months',
  processing_times: 'fourteen months',
  outbox: 'until the webhooks have the event, and a number',
};

const WEBHOOK_BOUNDS = { deliveries: 'seven days, and 10,000', attempts: 'the last 30 of a delivery' };

const REQUEST_LOG_BOUNDS = { requests: 'three days, and 1,000 of each kind' };

const BATCH_BOUNDS = { rows: 'the largest batch', lanes: 'the consumers of the batch' };

const TABLES = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
  AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name <> 'd1_migrations' ORDER BY name`;

/** @param schema makes the tables that an object makes with its first call */
const tablesOf = (stub: DurableObjectStub, schema?: Schema) =>
  runInDurableObject(stub, (_, { storage }) => {
    schema?.createIn(storage);
    const rows = storage.sql.exec<{ name: string }>(TABLES).toArray();
    return rows.map(({ name }) => name);
  });

describe('every table has a bound or an age:', () => {
  test('those of D1', async () => {
    const { results } = await env.DB.prepare(TABLES).all<{ name: string }>();
    expect(results.map(({ name }) => name)).toEqual(Object.keys(D1_BOUNDS).toSorted());
  });

  test.each([
    ['a ledger', env.LEDGER, LEDGER_SCHEMA, LEDGER_BOUNDS],
    ["a webhook's desk", env.WEBHOOK_DESK, WEBHOOK_DESK_SCHEMA, WEBHOOK_BOUNDS],
    ['a log of requests', env.REQUEST_LOG, REQUEST_LOG_SCHEMA, REQUEST_LOG_BOUNDS],
    ["a batch's desk", env.BATCH_DESK, BATCH_DESK_SCHEMA, BATCH_BOUNDS],
  ])('those of %s', async (_, namespace: DurableObjectNamespace, schema, bounds) => {
    expect(await tablesOf(namespace.getByName('bounds'), schema)).toEqual(Object.keys(bounds).toSorted());
  });

  test('a limiter and a broker have none', async () => {
    for (const namespace of [env.RATE_LIMITER, env.BROWSER_BROKER] as DurableObjectNamespace[]) {
      expect(await tablesOf(namespace.getByName('bounds'))).toEqual([]);
    }
  });
});

test('what a stranger adds at the sign-in is deleted when it has expired', async () => {
  const long = Date.now() - 3_600_000;
  const add = (id: string, at: number) =>
    env.DB.batch([
      env.DB.prepare(
        'INSERT INTO verifications (id, identifier, value, expires_at, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)',
      ).bind(id, id, '{}', at, long, long),
      env.DB.prepare('INSERT INTO attempts (id, key, count, last_request) VALUES (?, ?, 1, ?)').bind(
        id,
        id,
        at,
      ),
    ]);
  for (let at = 0; at < 20; at += 1) await add(`expired-${at}`, long);
  await add('open', Date.now() + 60_000);
  await new Visitor().get('/auth/passkey/generate-authenticate-options');
  const { results } = await env.DB.prepare(
    'SELECT id FROM verifications UNION ALL SELECT id FROM attempts',
  ).all<{ id: string }>();
  const ids = results.map(({ id }) => id);
  expect(ids.filter((id) => id.startsWith('expired'))).toEqual([]);
  expect(ids.filter((id) => id === 'open')).toHaveLength(2);
});

test('a stranger who asks for challenges of passkeys adds no row', async () => {
  const count = () => env.DB.prepare('SELECT COUNT(*) AS n FROM verifications').first<number>('n');
  const before = await count();
  for (let asked = 0; asked < 20; asked += 1) {
    await new Visitor().get('/auth/passkey/generate-authenticate-options');
  }
  expect(await count()).toBe(before);
});

test('a ledger keeps the newest 10,000 revoked keys and uses of keys', async () => {
  const workspaceId = 'ws_many_keys';
  const stub = env.LEDGER.getByName(workspaceId);
  const fill = `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 10050)
    INSERT INTO`;
  await runInDurableObject(stub, (_, { storage }) => {
    storage.sql.exec(`${fill} revoked_keys (key_id, revoked_at) SELECT 'key_' || n, n FROM n`);
    storage.sql.exec(`${fill} key_use (key_id, last_used_at) SELECT 'key_' || n, n FROM n`);
  });
  await stub.revokeKey('key_new');
  await stub.admit({ keyId: 'key_new', plan: 'free' });
  await stub.admit({ keyId: 'key_newer', plan: 'free' });
  const counted = await runInDurableObject(stub, (_, { storage }) =>
    ['revoked_keys', 'key_use'].map(
      (table) => storage.sql.exec(`SELECT COUNT(*) AS n FROM ${table}`).one().n,
    ),
  );
  expect(counted).toEqual([10_000, 10_000]);
});
