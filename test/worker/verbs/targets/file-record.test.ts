import { env, runInDurableObject } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import { generate, PDF, readFile, tenant } from '../../support/copying.ts';
import { migrate, operate } from '../../support/service.ts';
import { s3Target, supabaseTarget } from '../../support/targets.ts';

beforeAll(migrate);

const DAY_MS = 24 * 60 * 60 * 1_000;

describe("a file's record", () => {
  test("shows every copy's state, with the words of the store that refused", async () => {
    const { key } = await tenant(
      (id) => s3Target(id, { bucket: 'failing-3' }),
      (id) => supabaseTarget(id),
    );
    const { data } = await generate(key);
    expect(await readFile(key, data.fileId)).toMatchObject({
      storageProvider: 's3',
      externalCopies: [{ provider: 'supabase', name: 'backup' }],
      copies: [
        {
          provider: 's3',
          name: 'archive',
          state: 'failed',
          attempts: 3,
          lastError: 'The store refused to put an object in the bucket "failing-3" (HTTP 503).',
        },
        { provider: 'supabase', name: 'backup', state: 'stored', attempts: 1, lastError: null },
      ],
    });
  });

  test('has an address of each copy that was signed when the record was read', async () => {
    const { workspaceId, key } = await tenant((id) => s3Target(id));
    const { data } = await generate(key);
    await runInDurableObject(env.LEDGER.getByName(workspaceId), (_, { storage }) => {
      storage.sql.exec("UPDATE copies SET url = 'https://store.dev/expired', url_expires_at = 1");
    });
    const [read] = (await readFile(key, data.fileId)).externalCopies ?? [];
    expect(Date.parse(read?.expiresAt ?? '')).toBeGreaterThan(Date.now() + DAY_MS - 60_000);
    expect(new Uint8Array(await (await fetch(read?.url ?? '')).arrayBuffer())).toEqual(PDF);
  });

  test('keeps the address that it has where the target was removed', async () => {
    const { key, ids } = await tenant((id) => s3Target(id));
    const { data } = await generate(key);
    await operate('DELETE', `/targets/${ids[0]}`);
    const { externalCopies } = await readFile(key, data.fileId);
    expect(externalCopies).toEqual(data.externalCopies);
    // What was copied is the customer's, and stays.
    expect((await fetch(externalCopies?.[0]?.url ?? '')).status).toBe(200);
  });

  test('does not speak of copies where there are none', async () => {
    const { key } = await tenant();
    const { data } = await generate(key);
    expect(await readFile(key, data.fileId)).not.toHaveProperty('copies');
  });
});
