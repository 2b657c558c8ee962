import { env, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Ledger } from '../../../../worker/objects/ledger/client.ts';
import { pdfKey } from '../../../../worker/adapters/r2/keys.ts';
import { type LedgerStub, NOON, openLedgerAtNoon } from '../../support/ledger.ts';

/** More than one alarm deletes. */
const FILES = 20_500;
const NEWEST = `file_${FILES}`;

let workspaceId: string;
let stub: LedgerStub;
let ledger: Ledger;

beforeEach(async () => {
  ({ workspaceId, stub, ledger } = openLedgerAtNoon());
  await ledger.account('free');
  await runInDurableObject(stub, (_, state) => {
    state.storage.sql.exec(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
       INSERT INTO files (file_id, key_id, environment, filename, size_bytes, processing_time_ms, link_token,
         created_at, expires_at)
       SELECT 'file_' || n, 'key', 'live', 'a.pdf', 3, 20, 'token', ?, ? + n FROM numbers`,
      FILES,
      NOON,
      NOON + 86_400_000,
    );
  });
  await env.FILES.put(pdfKey(NEWEST), 'pdf');
  await env.TEMPLATES.put(`templates/${workspaceId}/tpl_1/content`, '<p></p>');
});

afterEach(() => vi.useRealTimers());

const countFiles = () =>
  runInDurableObject(stub, (_, state) =>
    Number(state.storage.sql.exec('SELECT COUNT(*) AS n FROM files').one().n),
  );

const alarmAt = () => runInDurableObject(stub, (_, state) => state.storage.getAlarm());

const templateObjects = async () =>
  (await env.TEMPLATES.list({ prefix: `templates/${workspaceId}/` })).objects.length;

describe('a closed workspace with more files than one alarm deletes', () => {
  test('has no file from the first moment', async () => {
    expect(await ledger.findFile(NEWEST)).not.toBeNull();
    await ledger.close();
    expect(await ledger.findFile(NEWEST)).toBeNull();
    expect(await ledger.listFiles({ limit: 10 })).toEqual({ files: [], more: false });
    expect(await ledger.deleteFile(NEWEST)).toBe(false);
    expect(await countFiles()).toBe(FILES);
  });

  test('loses them in batches, and continues after an eviction', async () => {
    await ledger.close();
    await runDurableObjectAlarm(stub);
    expect(await countFiles()).toBe(500);
    expect(await alarmAt()).toBe(NOON);
    await evictDurableObject(stub);
    await runDurableObjectAlarm(stub);
    expect(await countFiles()).toBe(0);
    expect(await env.FILES.head(pdfKey(NEWEST))).toBeNull();
    expect(await alarmAt()).toBeNull();
  });

  test('loses the objects of its templates too, and no others', async () => {
    await env.TEMPLATES.put('templates/ws_other/tpl_1/content', '<p></p>');
    await ledger.close();
    await runDurableObjectAlarm(stub);
    expect(await templateObjects()).toBe(0);
    expect(await env.TEMPLATES.head('templates/ws_other/tpl_1/content')).not.toBeNull();
  });
});
