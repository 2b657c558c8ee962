import { expect, test } from 'vitest';
import type { FileRecord } from '../../../../worker/objects/ledger/protocol.ts';
import type { Ctx } from '../../../../worker/ctx.ts';
import { recordGeneration } from '../../../../worker/verbs/usage/record-generation.ts';

const FILE = {
  keyId: 'key_a',
  template: { id: 'tpl_a', name: 'invoice' },
  environment: 'live',
  sizeBytes: 13_220,
  processingTimeMs: 31,
} as FileRecord;

test('a file that was made is a data point of its workspace, where Analytics Engine is bound', () => {
  const points: unknown[] = [];
  const analytics = { writeDataPoint: (point: unknown) => points.push(point) };
  const workspace = { id: 'ws_a', plan: 'free' };
  recordGeneration({ workspace, services: { analytics } } as unknown as Ctx, FILE);
  recordGeneration({ workspace, services: { analytics: null } } as unknown as Ctx, FILE);
  expect(points).toEqual([{ indexes: ['ws_a'], blobs: ['key_a', 'tpl_a', 'live'], doubles: [13_220, 31] }]);
});
