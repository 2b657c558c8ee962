import { createExecutionContext, createMessageBatch, env, getQueueResult } from 'cloudflare:test';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CopyTask } from '../../../worker/ledger/protocol.ts';
import type { Services } from '../../../worker/services.ts';
import { retryCopies } from '../../../worker/targets/retry-copies.ts';
import { fileOf, generate, ledgerOf, PDF, servicesOf, tenant } from '../support/copying.ts';
import { migrate, operate } from '../support/service.ts';
import { s3Target } from '../support/targets.ts';

beforeAll(migrate);

/** Delivers a task as the queue does. Tells whether it was taken for done. */
async function deliver(task: CopyTask, services: Services = servicesOf()): Promise<'done' | 'again'> {
  const batch = createMessageBatch<CopyTask>('platen-copies', [
    { id: crypto.randomUUID(), timestamp: new Date(), attempts: 1, body: task },
  ]);
  await retryCopies(services, batch);
  const { explicitAcks } = await getQueueResult(batch, createExecutionContext());
  return explicitAcks.length === 1 ? 'done' : 'again';
}

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
