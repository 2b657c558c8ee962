import { afterEach, expect, test, vi } from 'vitest';
import { WriteOutdated } from '../../../../worker/adapters/d1/template-writes.ts';
import { ApiError } from '../../../../worker/lib/api-error.ts';
import { writtenInTurn } from '../../../../worker/verbs/write/retried.ts';

const of = (id: string) => ({ workspace: { id } });

const exhausted = new ApiError('TEMPLATE_CHANGED');

afterEach(() => {
  vi.useRealTimers();
});

test('parallel writes of a workspace are each tried once, in their order', async () => {
  let version = 0;
  let attempts = 0;
  const write = () =>
    writtenInTurn(
      of('ws_a'),
      async () => {
        attempts += 1;
        const planned = version;
        await Promise.resolve();
        if (planned !== version) throw new WriteOutdated();
        version += 1;
        return version;
      },
      exhausted,
    );
  expect(await Promise.all(Array.from({ length: 20 }, write))).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 1),
  );
  expect(attempts).toBe(20);
});

test('a write that fails or never ends does not stop the next one, nor that of another workspace', async () => {
  vi.useFakeTimers();
  const failed = writtenInTurn(of('ws_b'), () => Promise.reject(new Error('x')), exhausted);
  await expect(failed).rejects.toThrow('x');
  void writtenInTurn(of('ws_b'), () => new Promise(() => {}), exhausted);
  expect(await writtenInTurn(of('ws_c'), async () => 'other', exhausted)).toBe('other');
  const next = writtenInTurn(of('ws_b'), async () => 'next', exhausted);
  await vi.runAllTimersAsync();
  expect(await next).toBe('next');
});
