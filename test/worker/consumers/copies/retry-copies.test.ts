import { createExecutionContext, createMessageBatch, env, getQueueResult } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CopyTask } from '../../../../worker/objects/ledger/protocol.ts';
import type { Services } from '../../../../worker/services.ts';
import { retryCopies } from '../../../../worker/consumers/copies/retry-copies.ts';
import { fileOf, generate, ledgerOf, PDF, servicesOf, tenant } from '../../support/copying.ts';
import { migrate, operate } from '../../support/service.ts';
import { s3Target } from '../../support/targets.ts';

beforeAll(migrate);

/** Delivers a task as the queue does. Returns whether it was acknowledged. */
async function deliver(task: CopyTask, services: Services = servicesOf()): Promise<'done' | 'again'> {
  const batch = createMessageBatch<CopyTask>('platen-copies', [
    { id: crypto.randomUUID(), timestamp: new Date(), attempts: 1, body: task },
  ]);
  await retryCopies({ services }, batch);
  const { explicitAcks } = await getQueueResult(batch, createExecutionContext());
  return explicitAcks.length === 1 ? 'done' : 'again';
}

describe('a copy from the queue', () => {
  const failedCopy = async () => {
    const { workspaceId, key, ids } = await tenant((id) => s3Target(id, { bucket: 'failing-3' }));
    const { data } = await generate(key);
    return { workspaceId, fileId: data.fileId, targetId: ids[0] ?? '' };
  };

  test('is made once the store works again, and the file shows it', async () => {
    const task = await failedCopy();
    expect(await deliver(task)).toBe('done');
    const [copy] = (await fileOf(task.workspaceId, task.fileId)).copies;
    expect(copy).toMatchObject({ state: 'stored', attempts: 4, lastError: null });
    expect(new Uint8Array(await (await fetch(copy?.url ?? '')).arrayBuffer())).toEqual(PDF);
  });

  test('is not made twice', async () => {
    const task = await failedCopy();
    await deliver(task);
    const { copies } = await fileOf(task.workspaceId, task.fileId);
    expect(await deliver(task)).toBe('done');
    expect((await fileOf(task.workspaceId, task.fileId)).copies).toEqual(copies);
  });

  test('is abandoned when its target was removed', async () => {
    const task = await failedCopy();
    await operate('DELETE', `/targets/${task.targetId}`);
    expect(await deliver(task)).toBe('done');
    expect((await fileOf(task.workspaceId, task.fileId)).copies).toMatchObject([
      { state: 'abandoned', lastError: 'The target was removed.' },
    ]);
  });

  test('ends when its file was deleted', async () => {
    const task = await failedCopy();
    await ledgerOf(task.workspaceId).deleteFile(task.fileId);
    expect(await deliver(task)).toBe('done');
  });

  test('waits when its credentials cannot be decrypted', async () => {
    const task = await failedCopy();
    await env.DB.prepare("UPDATE targets SET credentials = 'gone.AAAA.AAAA' WHERE id = ?")
      .bind(task.targetId)
      .run();
    expect(await deliver(task)).toBe('done');
    expect((await fileOf(task.workspaceId, task.fileId)).copies).toMatchObject([
      { state: 'failed', lastError: 'The credentials cannot be decrypted. Create the target again.' },
    ]);
  });

  test('does not send credentials to another address than their own', async () => {
    const task = await failedCopy();
    await env.DB.prepare("UPDATE targets SET endpoint = endpoint || '/elsewhere' WHERE id = ?")
      .bind(task.targetId)
      .run();
    await deliver(task);
    expect((await fileOf(task.workspaceId, task.fileId)).copies).toMatchObject([
      {
        state: 'failed',
        attempts: 4,
        lastError: 'The credentials cannot be decrypted. Create the target again.',
      },
    ]);
  });

  test('is delivered again when its result could not be reported', async () => {
    const task = await failedCopy();
    const services = servicesOf({
      ledger: () => ({ findFile: () => Promise.reject(new Error('away')) }) as never,
    });
    expect(await deliver(task, services)).toBe('again');
  });
});
