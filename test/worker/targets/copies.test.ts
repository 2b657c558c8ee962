import {
  createExecutionContext,
  createMessageBatch,
  env,
  getQueueResult,
  runInDurableObject,
} from 'cloudflare:test';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PrintedPdf, Renderer } from '../../../renderer/renderer.ts';
import { createApp } from '../../../worker/app.ts';
import type { CopyTask, FileRecord } from '../../../worker/ledger/protocol.ts';
import { buildServices, type Services } from '../../../worker/services.ts';
import { retryCopies } from '../../../worker/targets/retry-copies.ts';
import { migrate, newKey, newWorkspace, operate, postJson } from '../support/service.ts';
import { addTarget, s3Target, supabaseTarget } from '../support/targets.ts';

beforeAll(migrate);

const DAY_MS = 24 * 60 * 60 * 1_000;
const PDF = new TextEncoder().encode(`%PDF-1.7\n${'a stand-in for a printed page\n'.repeat(2_000)}%%EOF`);

/** Prints the same page at once, whatever is asked: these tests are about what comes after. */
const renderer: Renderer = {
  print: async (): Promise<PrintedPdf> => ({
    body: new Blob([PDF]).stream(),
    sizeBytes: PDF.length,
    report: { pageCount: 1, failedResources: [], consoleErrors: [], missingGlyphs: [], phases: {} },
  }),
};

const servicesOf = (more: Partial<Services> = {}): Services => ({ ...buildServices(env), renderer, ...more });

interface Generated {
  readonly data: {
    readonly fileId: string;
    readonly storageProvider: string;
    readonly externalCopies?: { provider: string; name: string; url: string; expiresAt: string }[];
  };
  readonly usage: { readonly quotaUsed: number };
}

/** One generation, as a client asks for it. */
async function generate(
  key: string,
  more: { headers?: Record<string, string>; services?: Partial<Services> } = {},
) {
  const app = createApp(() => servicesOf(more.services));
  const init = postJson(
    { htmlContent: '<p>Hello</p>', filename: 'Rechnung März' },
    { 'X-API-Key': key, ...more.headers },
  );
  const request = new Request('https://platen.test/v1/pdf/generate', init);
  const response = await app.fetch(request, env, createExecutionContext());
  expect(response.status).toBe(200);
  return { response, ...(await response.json<Generated>()) };
}

const ledgerOf = (workspaceId: string) => buildServices(env).ledger(workspaceId);

async function fileOf(workspaceId: string, fileId: string): Promise<FileRecord> {
  const file = await ledgerOf(workspaceId).findFile(fileId);
  if (file === null) throw new Error('There is no such file');
  return file;
}

/** Delivers a task as the queue does. Tells whether it was taken for done. */
async function deliver(task: CopyTask, services: Services = servicesOf()): Promise<'done' | 'again'> {
  const batch = createMessageBatch<CopyTask>('platen-copies', [
    { id: crypto.randomUUID(), timestamp: new Date(), attempts: 1, body: task },
  ]);
  await retryCopies(services, batch);
  const { explicitAcks } = await getQueueResult(batch, createExecutionContext());
  return explicitAcks.length === 1 ? 'done' : 'again';
}

/** A file's record, as its owner reads it. */
async function readFile(key: string, fileId: string) {
  const app = createApp(() => servicesOf());
  const request = new Request(`https://platen.test/v1/files/${fileId}`, { headers: { 'X-API-Key': key } });
  const response = await app.fetch(request, env, createExecutionContext());
  const { data } = await response.json<{ data: Generated['data'] & { copies?: unknown } }>();
  return data;
}

async function tenant(...targets: ((workspaceId: string) => object)[]) {
  const workspaceId = await newWorkspace();
  const ids: string[] = [];
  for (const target of targets) ids.push(await addTarget(target(workspaceId)));
  const { value: key } = await newKey(workspaceId, { permissions: ['pdf.generate', 'pdf.read'] });
  return { workspaceId, key, ids };
}

describe('without external storage', () => {
  it('an answer does not speak of copies', async () => {
    const { key } = await tenant();
    const { data } = await generate(key);
    expect(data.storageProvider).toBe('firebase');
    expect(data).not.toHaveProperty('externalCopies');
  });
});

describe('with external storage', () => {
  it('a file is copied to every target, byte for byte, at an address that holds for a day', async () => {
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

  it('a target that is added, moved or removed counts from the next file on', async () => {
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

  it('a copy that succeeds at the third attempt is listed', async () => {
    const { workspaceId, key } = await tenant((id) => s3Target(id, { bucket: 'failing-2' }));
    const { data } = await generate(key);
    expect(data.externalCopies).toHaveLength(1);
    expect((await fileOf(workspaceId, data.fileId)).copies).toMatchObject([{ state: 'stored', attempts: 3 }]);
  });

  it('a copy that fails three times does not fail the request, is not listed, and is charged like any', async () => {
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

  it.each(['dying', 'redirecting'])('a store that is %s leaves the other copies alone', async (bucket) => {
    const { key } = await tenant(
      (id) => supabaseTarget(id, { bucket }),
      (id) => s3Target(id),
    );
    const { data } = await generate(key);
    expect(data).toMatchObject({ storageProvider: 'supabase', externalCopies: [{ provider: 's3' }] });
  });

  it('a store that hangs holds the answer up for its own budget, ten seconds, and no longer', {
    timeout: 20_000,
  }, async () => {
    const { workspaceId, key } = await tenant(
      (id) => s3Target(id, { bucket: 'hanging' }),
      (id) => supabaseTarget(id, { name: 'hangs too', bucket: 'hanging' }),
      (id) => supabaseTarget(id),
    );
    const startedAt = performance.now();
    const { data } = await generate(key);
    expect(performance.now() - startedAt).toBeLessThan(11_500);
    expect(data.externalCopies).toMatchObject([{ name: 'backup' }]);
    const timedOut = { state: 'failed', attempts: 3, lastError: 'The store did not answer in time.' };
    expect((await fileOf(workspaceId, data.fileId)).copies).toMatchObject([
      timedOut,
      timedOut,
      { state: 'stored' },
    ]);
  });

  it('a replay by idempotency key answers with the same copies, and makes none', async () => {
    const { key } = await tenant((id) => s3Target(id));
    const headers = { 'Idempotency-Key': 'order-1' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => generate(key, { headers })));
    const [first] = answers;
    expect(first?.data.externalCopies).toHaveLength(1);
    for (const { data } of answers) expect(data).toEqual(first?.data);
  });

  it('the service answers though the ledger cannot note the copies', async () => {
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

describe("a file's record", () => {
  it("shows every copy's state, with the words of the store that refused", async () => {
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
          lastError: 'The store answered with HTTP 503.',
        },
        { provider: 'supabase', name: 'backup', state: 'stored', attempts: 1, lastError: null },
      ],
    });
  });

  it('has an address of each copy that was signed when the record was read', async () => {
    const { workspaceId, key } = await tenant((id) => s3Target(id));
    const { data } = await generate(key);
    await runInDurableObject(env.LEDGER.getByName(workspaceId), (_, { storage }) => {
      storage.sql.exec("UPDATE copies SET url = 'https://store.dev/expired', url_expires_at = 1");
    });
    const [read] = (await readFile(key, data.fileId)).externalCopies ?? [];
    expect(Date.parse(read?.expiresAt ?? '')).toBeGreaterThan(Date.now() + DAY_MS - 60_000);
    expect(new Uint8Array(await (await fetch(read?.url ?? '')).arrayBuffer())).toEqual(PDF);
  });

  it('keeps the address that it has where the target was removed', async () => {
    const { key, ids } = await tenant((id) => s3Target(id));
    const { data } = await generate(key);
    await operate('DELETE', `/targets/${ids[0]}`);
    const { externalCopies } = await readFile(key, data.fileId);
    expect(externalCopies).toEqual(data.externalCopies);
    // What was copied is the customer's, and stays.
    expect((await fetch(externalCopies?.[0]?.url ?? '')).status).toBe(200);
  });

  it('does not speak of copies where there are none', async () => {
    const { key } = await tenant();
    const { data } = await generate(key);
    expect(await readFile(key, data.fileId)).not.toHaveProperty('copies');
  });
});

describe('a copy from the queue', () => {
  const failedCopy = async () => {
    const { workspaceId, key, ids } = await tenant((id) => s3Target(id, { bucket: 'failing-3' }));
    const { data } = await generate(key);
    return { workspaceId, fileId: data.fileId, targetId: ids[0] ?? '' };
  };

  it('is made once the store is well again, and the file tells so', async () => {
    const task = await failedCopy();
    expect(await deliver(task)).toBe('done');
    const [copy] = (await fileOf(task.workspaceId, task.fileId)).copies;
    expect(copy).toMatchObject({ state: 'stored', attempts: 4, lastError: null });
    expect(new Uint8Array(await (await fetch(copy?.url ?? '')).arrayBuffer())).toEqual(PDF);
  });

  it('is not made twice', async () => {
    const task = await failedCopy();
    await deliver(task);
    const { copies } = await fileOf(task.workspaceId, task.fileId);
    expect(await deliver(task)).toBe('done');
    expect((await fileOf(task.workspaceId, task.fileId)).copies).toEqual(copies);
  });

  it('is given up when its target was removed', async () => {
    const task = await failedCopy();
    await operate('DELETE', `/targets/${task.targetId}`);
    expect(await deliver(task)).toBe('done');
    expect((await fileOf(task.workspaceId, task.fileId)).copies).toMatchObject([
      { state: 'abandoned', lastError: 'The target was removed.' },
    ]);
  });

  it('is given up when its file was deleted', async () => {
    const task = await failedCopy();
    await ledgerOf(task.workspaceId).deleteFile(task.fileId);
    expect(await deliver(task)).toBe('done');
  });

  it('waits for somebody to save the credentials anew where they cannot be opened', async () => {
    const task = await failedCopy();
    await env.DB.prepare("UPDATE targets SET credentials = 'gone.AAAA.AAAA' WHERE id = ?")
      .bind(task.targetId)
      .run();
    expect(await deliver(task)).toBe('done');
    expect((await fileOf(task.workspaceId, task.fileId)).copies).toMatchObject([
      { state: 'failed', lastError: 'The credentials cannot be opened: save the target anew.' },
    ]);
  });

  it('does not take credentials to an address that they were not saved for', async () => {
    const task = await failedCopy();
    await env.DB.prepare("UPDATE targets SET endpoint = endpoint || '/elsewhere' WHERE id = ?")
      .bind(task.targetId)
      .run();
    await deliver(task);
    expect((await fileOf(task.workspaceId, task.fileId)).copies).toMatchObject([
      { state: 'failed', attempts: 4, lastError: 'The credentials cannot be opened: save the target anew.' },
    ]);
  });

  it('comes again when what became of it could not be noted', async () => {
    const task = await failedCopy();
    const services = servicesOf({
      ledger: () => ({ findFile: () => Promise.reject(new Error('away')) }) as never,
    });
    expect(await deliver(task, services)).toBe('again');
  });
});
