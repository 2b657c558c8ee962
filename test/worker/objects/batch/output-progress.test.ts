import { env, runInDurableObject } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { newId } from '../../../../schema/ids.ts';
import { newStatus } from '../../../../worker/objects/batch/batch-status.ts';
import { OutputProgress } from '../../../../worker/objects/batch/output-progress.ts';
import type { BatchOrder, OutputEnd } from '../../../../worker/objects/batch/protocol.ts';
import { StatusStore } from '../../../../worker/objects/batch/status-store.ts';

const START = Date.parse('2026-11-21T15:00:00Z');
const LEASE_MS = 30_000;

const ORDER: BatchOrder = {
  batchId: 'batch_a',
  workspaceId: 'ws_one',
  requestId: 'req_a',
  keyId: 'key_a',
  environment: 'live',
  plan: 'starter',
  template: 'tpl_a@1',
  output: 'zip',
  onRowError: 'continue',
  options: {},
  region: 'weur',
  createdAt: START,
};

const READY: OutputEnd = { outcome: 'ready', sizeBytes: 17, missing: 0 };

let store: StatusStore;
let output: OutputProgress;
let now = START;

/** The desk's part: a message when an attempt is due. */
function ring(): boolean {
  if (!output.isDue(now)) return false;
  output.rang(now + LEASE_MS);
  return true;
}

const take = (outputId: string) => output.take(outputId, now + LEASE_MS, now);

/** Runs a test in a desk, with its storage. */
const inDesk = (run: () => void): Promise<void> =>
  runInDurableObject(env.BATCH_DESK.getByName(newId('batch')), (_desk, { storage }) => {
    now = START;
    store = new StatusStore(storage);
    store.open(ORDER);
    const rows = { total: 2, queued: 0, running: 0, succeeded: 2, failed: 0, canceled: 0 };
    store.save({ ...newStatus(ORDER), state: 'assembling', rows, outputDueAt: now });
    output = new OutputProgress(store);
    run();
  });

describe('an output', () => {
  test('is made by one attempt at a time', () =>
    inDesk(() => {
      expect(ring()).toBe(true);
      expect(take('first')).toMatchObject({ output: 'zip', workspaceId: 'ws_one' });
      expect(take('second')).toBeNull();
      expect(output.settle('second', READY, now)).toEqual({ outcome: 'refused' });
      expect(output.settle('first', READY, now)).toEqual({ outcome: 'settled', replaced: null });
      expect(store.status).toMatchObject({ state: 'completed', outputId: 'first', outputDueAt: null });
      expect(store.status.outcome).toEqual({
        ...READY,
        outcome: undefined,
        state: 'ready',
        error: null,
        finishedAt: now,
      });
      expect(output.settle('first', READY, now)).toEqual({ outcome: 'refused' });
    }));

  test('has more time while its attempt reports', () =>
    inDesk(() => {
      ring();
      take('first');
      for (let reports = 0; reports < 20; reports += 1) {
        now += LEASE_MS - 1;
        expect(ring()).toBe(false);
        expect(take('first')).not.toBeNull();
      }
      expect(store.status.outputAttempts).toBe(1);
    }));

  test('is made by another attempt if the first one does not report, and the first one is refused', () =>
    inDesk(() => {
      ring();
      take('first');
      now += LEASE_MS;
      expect(ring()).toBe(false);
      now += 5_000;
      expect(ring()).toBe(true);
      expect(take('second')).not.toBeNull();
      expect(take('first')).toBeNull();
      expect(output.settle('first', READY, now)).toEqual({ outcome: 'refused' });
      expect(output.settle('second', READY, now)).toMatchObject({ outcome: 'settled' });
    }));

  test('that was lost is tried again later and later, and fails after the seventh attempt', () =>
    inDesk(() => {
      const waits: number[] = [];
      let attempts = 0;
      while (store.status.state === 'assembling') {
        if (ring()) {
          attempts += 1;
          take(`attempt-${attempts}`);
          output.settle(`attempt-${attempts}`, { outcome: 'lost' }, now);
          if (store.status.outputDueAt !== null) waits.push(store.status.outputDueAt - now);
        }
        now = store.status.outputDueAt ?? now;
      }
      expect(waits).toEqual([5_000, 30_000, 120_000, 600_000, 1_800_000, 3_600_000]);
      expect(attempts).toBe(7);
      expect(store.status).toMatchObject({ state: 'completed', outputId: null });
      expect(store.status.outcome).toMatchObject({ state: 'failed', error: { code: 'INTERNAL_ERROR' } });
    }));

  test('fails too if no attempt ever reports', () =>
    inDesk(() => {
      let rings = 0;
      while (store.status.state === 'assembling') {
        if (ring()) {
          rings += 1;
          take(`attempt-${rings}`);
        }
        now = store.status.outputDueAt ?? now;
      }
      expect(rings).toBe(8);
      expect(store.status.outcome).toMatchObject({ state: 'failed', error: { code: 'INTERNAL_ERROR' } });
    }));

  test('that cannot be made fails at once, and the batch is completed', () =>
    inDesk(() => {
      ring();
      take('first');
      const error = { code: 'OUTPUT_TOO_LARGE', message: 'Too large.', details: [] } as const;
      output.settle('first', { outcome: 'failed', error }, now);
      expect(store.status).toMatchObject({ state: 'completed', outcome: { state: 'failed', error } });
    }));

  test('of files that were all deleted is none', () =>
    inDesk(() => {
      ring();
      take('first');
      output.settle('first', { outcome: 'none' }, now);
      expect(store.status).toMatchObject({ state: 'completed', outcome: { state: 'none', error: null } });
    }));

  test('that is made again replaces the one before', () =>
    inDesk(() => {
      store.save({ ...store.status, outputId: 'before' });
      ring();
      take('after');
      expect(output.settle('after', READY, now)).toEqual({ outcome: 'settled', replaced: 'before' });
    }));

  test('of a batch that was canceled is not made', () =>
    inDesk(() => {
      ring();
      take('first');
      store.save({ ...store.status, state: 'canceled' });
      expect(take('first')).toBeNull();
      expect(output.settle('first', READY, now)).toEqual({ outcome: 'refused' });
    }));
});
