import { env } from 'cloudflare:test';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Env } from '../../../../worker/env.ts';
import { eventually } from '../../../support/eventually.ts';
import { call, migrate, newKey, newWorkspace } from '../../support/service.ts';

beforeAll(migrate);

const START = Date.UTC(2040, 4, 7, 12);

/** Seconds at which a key was read from D1. */
let reads: number[] = [];

/** D1, which notes each look-up of a key by its hash. */
const watched: Env = {
  ...env,
  DB: new Proxy(env.DB, {
    get(database, name) {
      const member: unknown = Reflect.get(database, name);
      if (typeof member !== 'function') return member;
      return (...values: unknown[]) => {
        const [text] = values;
        if (name === 'prepare' && /from "api_keys".*"hash" = /s.test(String(text)))
          reads.push((Date.now() - START) / 1_000);
        return member.apply(database, values);
      };
    },
  }),
};

beforeEach(() => {
  reads = [];
  vi.useFakeTimers({ toFake: ['Date'], now: START });
});
afterEach(() => void vi.useRealTimers());

const openKey = async () => {
  const { value } = await newKey(await newWorkspace('free'));
  return async (seconds: number): Promise<number[]> => {
    vi.setSystemTime(START + seconds * 1_000);
    const response = await call('/v1/usage', { headers: { 'X-API-Key': value } }, watched);
    expect(response.status).toBe(200);
    return reads.splice(0);
  };
};

test('a key that is used again is read again after its use, once', async () => {
  const useAt = await openKey();
  expect(await useAt(0)).toHaveLength(1);
  expect(await useAt(29)).toEqual([]);
  expect(await useAt(40)).toEqual([]);
  await eventually(() => expect(reads).toHaveLength(1));
  reads = [];
  // It was used at 40, so it holds until 100.
  expect(await useAt(69)).toEqual([]);
  expect(await useAt(99)).toEqual([]);
  await eventually(() => expect(reads).toHaveLength(1));
});

test('a key that was not used for long is read before its use', async () => {
  const useAt = await openKey();
  await useAt(0);
  expect(await useAt(61)).toEqual([61]);
  expect(await useAt(62)).toEqual([]);
});
