import { expect, test } from 'vitest';
import { NoPageInTime, PrintCancelled } from '@platen/print-engine';
import { callToPrint } from '../../../renderer/container/call-to-print.ts';
import type { ContainerFetch } from '../../../renderer/container/host.ts';
import type { Ctx } from '../../../worker/ctx.ts';
import { withThumbnail } from '../../../worker/pdf/thumbnail.ts';
import { Phases } from '../../../worker/phases.ts';
import { fileRecord } from '../support/file-record.ts';
import { limitsOf } from '../support/limits.ts';

/** It never answers. A call of it ends with its signal. */
const silent: ContainerFetch = (_, { signal }) =>
  new Promise((_resolve, reject) => {
    const end = () => reject(signal?.reason as Error);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end);
  });

const soon = () => limitsOf({ deadline: Date.now() + 50 });

function drawThumbnail(signal: AbortSignal): Promise<unknown> {
  const container = { host: { instances: () => [silent] }, token: 'token' };
  const ctx = { services: { container } } as unknown as Ctx;
  return withThumbnail(
    { ctx, phases: new Phases(), signal, limits: soon() },
    { file: fileRecord(), width: 100, printed: { body: new Uint8Array(3) }, keep: () => Promise.resolve() },
  );
}

test('a container that does not answer is as one without a page, soon after the deadline: a print', async () => {
  const print = callToPrint(silent, 'token', { path: '/print', body: '{}', ...soon() }, undefined);
  await expect(print).rejects.toThrow(NoPageInTime);
});

test('a container that does not answer is as one without a page, soon after the deadline: a thumbnail', async () => {
  await expect(drawThumbnail(new AbortController().signal)).rejects.toThrow(NoPageInTime);
});

test('a thumbnail ends when its client hangs up', async () => {
  await expect(drawThumbnail(AbortSignal.abort())).rejects.toThrow(PrintCancelled);
});
