import { env } from 'cloudflare:test';
import { beforeAll, expect, test } from 'vitest';
import { randomText } from '../../../../schema/ids.ts';
import { PLANS } from '../../../../schema/plans.ts';
import type { Env } from '../../../../worker/env.ts';
import { clearKeyCache } from '../../../../worker/verbs/keys/find-key.ts';
import { call, codeOf, migrate, newKey, newWorkspace } from '../../support/service.ts';
import { stopClock } from '../../support/stop-clock.ts';

beforeAll(migrate);

const LIMIT = PLANS.free.requestsPerMinute;

let lookUps = 0;

/** D1, with its look-ups counted. */
const watched: Env = {
  ...env,
  DB: new Proxy(env.DB, {
    get(database, name) {
      if (name === 'prepare') lookUps += 1;
      const member: unknown = Reflect.get(database, name);
      return typeof member === 'function' ? member.bind(database) : member;
    },
  }),
};

let addresses = 0;

/** Presents keys from an address of its own. */
class Client {
  readonly #address = `203.0.113.${(addresses += 1)}`;

  present(key: string): Promise<Response> {
    return call('/v1/usage', { headers: { 'CF-Connecting-IP': this.#address, 'X-API-Key': key } }, watched);
  }

  guess(): Promise<Response> {
    return this.present(`pk_live_${randomText(32)}`);
  }
}

test('past the limit of its address, a guessed key reaches no database', async () => {
  stopClock();
  const guesser = new Client();
  lookUps = 0;
  for (let guess = 0; guess < LIMIT; guess += 1) {
    expect(await codeOf(await guesser.guess())).toBe('INVALID_API_KEY');
  }
  expect(lookUps).toBe(LIMIT);
  const refused = await guesser.guess();
  expect([refused.status, await codeOf(refused)]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
  expect(refused.headers.get('X-RateLimit-Remaining')).toBe('0');
  expect(lookUps).toBe(LIMIT);
  expect(await codeOf(await new Client().guess())).toBe('INVALID_API_KEY');
});

test('parallel guesses reach the database only as often as the limit allows', async () => {
  stopClock();
  const guesser = new Client();
  await guesser.guess();
  lookUps = 0;
  await Promise.all(Array.from({ length: LIMIT + 20 }, () => guesser.guess()));
  expect(lookUps).toBe(LIMIT - 1);
});

test('an address is not believed where no proxy sets it', async () => {
  const { CLIENT_ADDRESS_HEADER: _, ...exposed } = env;
  const remaining: number[] = [];
  for (let guess = 0; guess < 3; guess += 1) {
    const headers = { 'CF-Connecting-IP': `198.51.100.${guess}`, 'X-API-Key': `pk_live_${randomText(32)}` };
    const answer = await call('/v1/usage', { headers }, exposed);
    remaining.push(Number(answer.headers.get('X-RateLimit-Remaining')));
  }
  expect(remaining).toEqual([LIMIT - 1, LIMIT - 2, LIMIT - 3]);
});

test('a known key works from an address that sent a wrong key, and counts only for its workspace', async () => {
  const client = new Client();
  const { value } = await newKey(await newWorkspace('free'));
  expect(Number((await client.guess()).headers.get('X-RateLimit-Remaining'))).toBe(LIMIT - 1);
  clearKeyCache();
  const known = await client.present(value);
  expect([known.status, known.headers.get('X-RateLimit-Remaining')]).toEqual([200, String(LIMIT - 1)]);
  expect(Number((await client.guess()).headers.get('X-RateLimit-Remaining'))).toBe(LIMIT - 2);
});
