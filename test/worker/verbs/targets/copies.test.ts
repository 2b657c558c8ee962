import { beforeAll, describe, expect, test } from 'vitest';
import type { Services } from '../../../../worker/services.ts';
import { fileOf, generate, PDF, servicesOf, tenant } from '../../support/copying.ts';
import { migrate, operate } from '../../support/service.ts';
import { addTarget, s3Target, supabaseTarget } from '../../support/targets.ts';
import { variation } from '../../../support/thorough.ts';

beforeAll(migrate);

const DAY_MS = 24 * 60 * 60 * 1_000;

describe('without external storage', () => {
  test('an answer does not speak of copies, and nobody is asked about them', async () => {
    const { key } = await tenant();
    const services = servicesOf();
    const asked: string[] = [];
    const ledger: Services['ledger'] = (id) =>
      new Proxy(services.ledger(id), {
        get: (target, method, receiver): unknown => {
          const call: unknown = Reflect.get(target, method, receiver);
          if (typeof call !== 'function') return call;
          return (...input: unknown[]): unknown => {
            asked.push(String(method));
            return Reflect.apply(call, target, input);
          };
        },
      });
    const { response, data } = await generate(key, { services: { ledger } });
    expect(asked).toEqual(['admit', 'commit']);
    expect(response.headers.get('Server-Timing')).not.toContain('copy');
    expect(data.storageProvider).toBe('firebase');
    expect(data).not.toHaveProperty('externalCopies');
  });
});

describe('with external storage', () => {
  test('a file is copied to every target, byte for byte, at an address that holds for a day', async () => {
    const { workspaceId, key } = await tenant(
      (id) => supabaseTarget(id, { keyPrefix: `tenants/${id}` }),
      (id) => s3Target(id, { keyPrefix: `tenants/${id}` }),
    );
    const before = Date.now();
    const { response, data } = await generate(key);
    expect(data.storageProvider).toBe('supabase');
    expect(data.externalCopies).toMatchObject([
      { provider: 'supabase', name: 'backup' },
      { provider: 's3', name: 'archive' },
    ]);
    const month = new Date(before).toISOString().slice(0, 7).replace('-', '/');
    for (const { url, expiresAt } of data.externalCopies ?? []) {
      expect(decodeURIComponent(url)).toContain(
        `pdfs/tenants/${workspaceId}/${month}/${data.fileId}-Rechnung-Marz.pdf`,
      );
      expect(Date.parse(expiresAt)).toBeGreaterThanOrEqual(before + DAY_MS);
      const copy = await fetch(url);
      expect(copy.headers.get('Content-Type')).toBe('application/pdf');
      expect(copy.headers.get('Content-Disposition')).toContain('Rechnung%20M%C3%A4rz.pdf');
      expect(new Uint8Array(await copy.arrayBuffer())).toEqual(PDF);
    }
    expect(response.headers.get('Server-Timing')).toMatch(/\bcopy;dur=/);
    expect((await fileOf(workspaceId, data.fileId)).copies).toMatchObject([
      { state: 'stored', attempts: 1 },
      { state: 'stored', attempts: 1 },
    ]);
  });

  variation('a target that is added, moved or removed counts from the next file on', async () => {
    const { workspaceId, key, ids } = await tenant((id) => s3Target(id));
    expect((await generate(key)).data.externalCopies).toHaveLength(1);
    const added = await addTarget(supabaseTarget(workspaceId));
    expect((await generate(key)).data).toMatchObject({
      storageProvider: 's3',
      externalCopies: [{ provider: 's3' }, { provider: 'supabase' }],
    });
    await operate('PUT', '/targets/order', { workspaceId, ids: [added, ...ids] });
    expect((await generate(key)).data.storageProvider).toBe('supabase');
    for (const id of [added, ...ids]) await operate('DELETE', `/targets/${id}`);
    const { data } = await generate(key);
    expect(data.storageProvider).toBe('firebase');
    expect(data).not.toHaveProperty('externalCopies');
  });

  test('a copy that succeeds at the third attempt is listed', async () => {
    const { workspaceId, key } = await tenant((id) => s3Target(id, { bucket: 'failing-2' }));
    const { data } = await generate(key);
    expect(data.externalCopies).toHaveLength(1);
    expect((await fileOf(workspaceId, data.fileId)).copies).toMatchObject([{ state: 'stored', attempts: 3 }]);
  });

  test('a copy that fails three times does not fail the request, is not listed, and is charged like any', async () => {
    const { workspaceId, key } = await tenant(
      (id) => s3Target(id, { bucket: 'failing-3' }),
      (id) => supabaseTarget(id),
    );
    const { data, usage } = await generate(key);
    expect(usage.quotaUsed).toBe(1);
    expect(data.storageProvider).toBe('s3');
    expect(data.externalCopies).toMatchObject([{ provider: 'supabase', name: 'backup' }]);
    expect((await fileOf(workspaceId, data.fileId)).copies).toMatchObject([
      { name: 'archive', state: 'failed', attempts: 3, url: null, lastError: expect.stringContaining('503') },
      { name: 'backup', state: 'stored' },
    ]);
  });

  test.each(['dying', 'redirecting'])('a store that is %s leaves the other copies alone', async (bucket) => {
    const { key } = await tenant(
      (id) => supabaseTarget(id, { bucket }),
      (id) => s3Target(id),
    );
    const { data } = await generate(key);
    expect(data).toMatchObject({ storageProvider: 'supabase', externalCopies: [{ provider: 's3' }] });
  });

  variation(
    'a store that hangs holds the answer up for its own budget, ten seconds, and no longer',
    async () => {
      const { workspaceId, key } = await tenant(
        (id) => s3Target(id, { bucket: 'hanging' }),
        (id) => supabaseTarget(id, { name: 'hangs too', bucket: 'hanging' }),
        (id) => supabaseTarget(id),
      );
      const startedAt = performance.now();
      const { data } = await generate(key);
      // One after the other, the two that hang would take twice ten seconds.
      expect(performance.now() - startedAt).toBeLessThan(20_000);
      expect(data.externalCopies).toMatchObject([{ name: 'backup' }]);
      const timedOut = { state: 'failed', attempts: 3, lastError: 'The store did not answer in time.' };
      expect((await fileOf(workspaceId, data.fileId)).copies).toMatchObject([
        timedOut,
        timedOut,
        { state: 'stored' },
      ]);
    },
  );

  variation('five targets are copied to, two at a time', async () => {
    const names = ['one', 'two', 'three', 'four', 'five'];
    const { key } = await tenant(...names.map((name) => (id: string) => supabaseTarget(id, { name })));
    const { outbound } = servicesOf();
    let [running, most] = [0, 0];
    const observed: Services['outbound'] = async (...request) => {
      running += 1;
      most = Math.max(most, running);
      try {
        return await outbound(...request);
      } finally {
        running -= 1;
      }
    };
    const { data } = await generate(key, { services: { outbound: observed } });
    expect(data.externalCopies?.map(({ name }) => name)).toEqual(names);
    expect(most).toBe(2);
  });

  test('a replay by idempotency key answers with the same copies, and makes none', async () => {
    const { key } = await tenant((id) => s3Target(id));
    const headers = { 'Idempotency-Key': 'order-1' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => generate(key, { headers })));
    const [first] = answers;
    expect(first?.data.externalCopies).toHaveLength(1);
    for (const { data } of answers) expect(data).toEqual(first?.data);
  });

  test('the service answers though the ledger cannot note the copies', async () => {
    const { workspaceId, key } = await tenant((id) => s3Target(id));
    const services = servicesOf();
    const { data } = await generate(key, {
      services: {
        ledger: (id) => ({
          ...services.ledger(id),
          reportCopies: () => Promise.reject(new Error('The ledger is away')),
        }),
      },
    });
    expect(data.externalCopies).toEqual([]);
    expect((await fileOf(workspaceId, data.fileId)).copies).toMatchObject([{ state: 'pending' }]);
  });
});
