import { totalmem } from 'node:os';
import { expect, test, vi } from 'vitest';
import { readConfiguration } from '../../../renderer/container/image/configuration.ts';
import { availableMemory } from '../../../renderer/container/image/memory-bounds.ts';

const GIB = 2 ** 30;

test.each([
  ['the limit of a container', 2 * GIB, 64 * GIB, 2 * GIB],
  ['the memory of a machine without a limit', 2 ** 64, 8 * GIB, 8 * GIB],
  ['the memory of a machine that knows no limits', 0, 8 * GIB, 8 * GIB],
])('budgets are parts of %s', (_name, limit, total, available) => {
  expect(availableMemory(limit, total)).toBe(available);
});

test('a container with 1 GiB on a large machine has budgets for 1 GiB', () => {
  const limit = Math.min(GIB, totalmem());
  const spy = vi.spyOn(process, 'constrainedMemory').mockReturnValue(limit);
  const { MAX_BODIES_MIB, MAX_PROCESS_MIB, MAX_PAGES_MIB, CONCURRENT_JOBS } = readConfiguration({
    RENDERER_TOKEN: 'token-of-the-tests',
  });
  spy.mockRestore();
  expect([MAX_BODIES_MIB, MAX_PROCESS_MIB, MAX_PAGES_MIB]).toEqual([64, 512, 768]);
  // Pages count by the memory beside the processors.
  expect(CONCURRENT_JOBS).toBeLessThanOrEqual(6);
});

test('a token has 16 characters at least', () => {
  expect(() => readConfiguration({ RENDERER_TOKEN: 'x'.repeat(15) })).toThrow('RENDERER_TOKEN');
  expect(readConfiguration({ RENDERER_TOKEN: 'x'.repeat(16) }).RENDERER_TOKEN).toHaveLength(16);
  expect(() => readConfiguration({ RENDERER_TOKEN: `${'x'.repeat(16)} short` })).toThrow('RENDERER_TOKEN');
});
