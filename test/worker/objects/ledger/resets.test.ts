import { env } from 'cloudflare:test';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../../schema/ids.ts';
import { PLANS } from '../../../../schema/plans.ts';
import { type Ledger, ledgerClient } from '../../../../worker/objects/ledger/client.ts';
import type { AdmissionRequest } from '../../../../worker/objects/ledger/admission/admission-protocol.ts';
import { fileRecord } from '../../support/file-record.ts';
import type { LedgerStub } from '../../support/ledger.ts';

/** When the object is reset: before the call takes effect, or after, when only the answer is lost. */
type Reset = 'before' | 'after';

const resetError = (more: object = {}) => Object.assign(new Error('reset'), { retryable: true, ...more });

let workspaceId: string;
let ledger: Ledger;

beforeEach(() => {
  workspaceId = newId('ws');
  ledger = ledgerClient(() => env.LEDGER.getByName(workspaceId));
});

/** A client whose first stubs fail as a reset object does. Later stubs work. */
function resetting(resets: readonly Reset[], error: Error = resetError()): Ledger {
  const remaining = [...resets];
  return ledgerClient(() => {
    const stub = env.LEDGER.getByName(workspaceId);
    const reset = remaining.shift();
    return reset === undefined ? stub : brokenStub(stub, reset, error);
  });
}

const brokenStub = (stub: LedgerStub, reset: Reset, error: Error): LedgerStub =>
  new Proxy(stub, {
    get: () => async (request: AdmissionRequest) => {
      if (reset === 'after') await stub.admit(request);
      throw error;
    },
  });

const reservation = (fileId: string, more: object = {}): AdmissionRequest => ({
  keyId: 'key_a',
  plan: 'starter',
  reservation: { fileId, environment: 'live', deadline: Date.now() + 15_000, ...more },
});

const requestsToday = async (): Promise<number> => {
  const day = new Date().toISOString().slice(0, 10);
  const { days } = await ledger.requestStatistics({ from: day, to: day });
  return days[0]?.requests ?? 0;
};

describe('an admission during a reset', () => {
  test.each<Reset>(['before', 'after'])(
    'is repeated, counted once and charged once: reset %s the call took effect',
    async (reset) => {
      await ledger.adjust({ quotaUsed: PLANS.starter.monthlyCredits - 1 });
      const fileId = newId('file');
      expect(await resetting([reset]).admit(reservation(fileId))).toMatchObject({
        outcome: 'reserved',
        rate: { remaining: PLANS.starter.requestsPerMinute - 1 },
      });
      expect(await requestsToday()).toBe(1);
      expect(await ledger.commit(fileRecord({ fileId }), 'starter')).toMatchObject({
        outcome: 'committed',
        usage: { quotaUsed: PLANS.starter.monthlyCredits, remaining: 0 },
      });
    },
  );

  test('does not wait for its own idempotency key', async () => {
    const idempotency = { key: 'order-1', bodyHash: 'hash' };
    const request = reservation(newId('file'), { idempotency });
    expect(await resetting(['after']).admit(request)).toMatchObject({ outcome: 'reserved' });
  });

  test('that is sent twice while it waits for a duplicate reserves once', async () => {
    const idempotency = { key: 'order-1', bodyHash: 'hash' };
    const first = newId('file');
    await ledger.admit(reservation(first, { idempotency }));
    const request = reservation(newId('file'), { idempotency });
    const both = Promise.all([ledger.admit(request), ledger.admit(request)]);
    await ledger.release(first, { errorCode: 'PDF_GENERATION_FAILED', pageMs: 0 });
    expect(await both).toMatchObject([{ outcome: 'reserved' }, { outcome: 'reserved' }]);
    expect(await ledger.account('starter')).toMatchObject({ quotaUsed: 0 });
  });

  test('fails after the second reset', async () => {
    await expect(resetting(['before', 'before']).admit(reservation(newId('file')))).rejects.toThrow('reset');
  });

  test.each([
    ['is overloaded', resetError({ overloaded: true })],
    ['fails for another reason', new Error('reset')],
  ])('is not repeated if the object %s', async (_, error) => {
    const request = reservation(newId('file'));
    await expect(resetting(['before'], error).admit(request)).rejects.toThrow('reset');
    expect(await requestsToday()).toBe(0);
  });
});
