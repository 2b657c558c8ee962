import { env } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import { PLANS } from '../../../../schema/plans.ts';
import { call, codeOf, migrate, newKey, newWorkspace, operate } from '../../support/service.ts';

beforeAll(migrate);

const LARGE = 100_000;

interface Caller {
  readonly workspaceId: string;
  readonly value: string;
}

async function newCaller(): Promise<Caller> {
  const workspaceId = await newWorkspace('free');
  return { workspaceId, value: (await newKey(workspaceId)).value };
}

/** Counts in the ledger, as another isolate does. */
async function countElsewhere({ workspaceId }: Caller, requests: number): Promise<void> {
  const ledger = env.LEDGER.getByName(workspaceId);
  for (let request = 0; request < requests; request += 1)
    await ledger.admit({ keyId: 'key_a', plan: 'free' });
}

/** @param bytes what the client says about the body's size; null: nothing */
function generate({ value }: Caller, body: BodyInit, bytes: number | null): Promise<Response> {
  const headers = new Headers({ 'Content-Type': 'application/json', 'X-API-Key': value });
  if (bytes !== null) headers.set('Content-Length', String(bytes));
  return call('/v1/pdf/generate', { method: 'POST', headers, body });
}

/** A body that sends one byte and no end. */
function endless() {
  let pulls = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        pulls += 1;
        if (pulls === 1) controller.enqueue(new TextEncoder().encode('{'));
        return new Promise(() => {});
      },
    },
    { highWaterMark: 0 },
  );
  return { body, wasRead: () => pulls > 0 };
}

const remainingOf = (response: Response) => Number(response.headers.get('X-RateLimit-Remaining'));

describe('a request over the rate of its workspace', () => {
  test.each([
    ['a large body', LARGE],
    ['a body of unknown size', null],
  ])('is refused before %s has arrived', async (_what, bytes) => {
    const caller = await newCaller();
    await countElsewhere(caller, PLANS.free.requestsPerMinute);
    const response = await generate(caller, endless().body, bytes);
    expect([response.status, await codeOf(response)]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    expect(response.headers.get('Retry-After')).toMatch(/^\d+$/);
  });

  test('is refused before its body is read, if this isolate saw that no request is left', async () => {
    const caller = await newCaller();
    await countElsewhere(caller, PLANS.free.requestsPerMinute - 1);
    expect(remainingOf(await generate(caller, '{}', 2))).toBe(0);
    for (const bytes of [10, LARGE, null]) {
      const { body, wasRead } = endless();
      const response = await generate(caller, body, bytes);
      expect([response.status, await codeOf(response)]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
      expect(wasRead()).toBe(false);
    }
  });

  test('is refused for its rate, not for its body', async () => {
    const caller = await newCaller();
    await countElsewhere(caller, PLANS.free.requestsPerMinute);
    for (const body of ['{', '{'.repeat(LARGE)]) {
      expect(await codeOf(await generate(caller, body, body.length))).toBe('RATE_LIMIT_EXCEEDED');
    }
  });
});

describe('a request with a large body counts once', () => {
  const htmlContent = '<p>x</p>'.repeat(LARGE / 8);

  test('if its body is not valid', async () => {
    const caller = await newCaller();
    for (const remaining of [59, 58]) {
      const response = await generate(caller, '{'.repeat(LARGE), LARGE);
      expect([await codeOf(response), remainingOf(response)]).toEqual(['VALIDATION_ERROR', remaining]);
    }
  });

  test('if the ledger then decides about its reservation', async () => {
    const caller = await newCaller();
    await operate('PATCH', `/workspaces/${caller.workspaceId}`, { quotaUsed: 100 });
    const body = JSON.stringify({ htmlContent });
    for (const remaining of [59, 58]) {
      const response = await generate(caller, body, body.length);
      expect([await codeOf(response), remainingOf(response)]).toEqual(['NO_CREDITS_AVAILABLE', remaining]);
    }
  });

  test('in the statistics too', async () => {
    const caller = await newCaller();
    await generate(caller, '{'.repeat(LARGE), LARGE);
    const day = new Date().toISOString().slice(0, 10);
    const ledger = env.LEDGER.getByName(caller.workspaceId);
    const { days, errors } = await ledger.requestStatistics({ from: day, to: day });
    expect(days).toMatchObject([{ requests: 1, errors: 1 }]);
    expect(errors).toEqual([{ code: 'VALIDATION_ERROR', count: 1 }]);
  });
});
