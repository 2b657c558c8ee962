import { env, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import { sha256Hex } from '../../../worker/sha256.ts';
import { migrate } from '../support/service.ts';
import { type Insider, invited, newEmail, setUpOwner, Visitor } from '../support/visitor.ts';

const WRONG = 'wrong horse battery';
const QUARTER_HOUR_MS = 15 * 60_000;

let owner: Insider;

beforeAll(async () => {
  await migrate();
  owner = await setUpOwner();
});

/** What counts wrong passwords for the account. */
const limiterOf = async (email: string) =>
  env.RATE_LIMITER.getByName(`sign-ins to ${await sha256Hex(email)}`);

/** That many wrong passwords at the same time, each from an address of its own; the codes answered. */
async function guess(times: number, email: string): Promise<(string | null)[]> {
  const guesses = Array.from({ length: times }, () => new Visitor().signIn(email, WRONG));
  return (await Promise.all(guesses)).map(({ code }) => code);
}

describe('signing in from one address', () => {
  test('is refused after ten attempts a minute, the right password included', async () => {
    const guesser = new Visitor();
    const codes: (string | null)[] = [];
    for (let attempt = 0; attempt < 10; attempt += 1) codes.push((await guesser.signIn(newEmail())).code);
    expect(new Set(codes)).toEqual(new Set(['INVALID_CREDENTIALS']));
    const refused = await guesser.signIn(owner.email);
    expect([refused.status, refused.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await new Visitor().signIn(owner.email)).status).toBe(200);
  });
});

describe('signing in to one account', () => {
  test.each(['somebody', 'nobody'])(
    'is refused after ten wrong passwords, from whatever addresses: the account of %s',
    async (whose) => {
      const email = whose === 'nobody' ? newEmail() : (await invited(owner, 'member')).email;
      const codes = [...(await guess(6, email)), ...(await guess(6, email.toUpperCase()))];
      expect(codes.filter((code) => code === 'INVALID_CREDENTIALS')).toHaveLength(10);
      expect(codes.filter((code) => code === 'RATE_LIMIT_EXCEEDED')).toHaveLength(2);
      await evictDurableObject(await limiterOf(email));
      const refused = await new Visitor().signIn(email);
      expect([refused.status, refused.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
      const seconds = Number(refused.headers.get('Retry-After'));
      expect(seconds).toBeGreaterThan(QUARTER_HOUR_MS / 1000 - 60);
      expect(seconds).toBeLessThanOrEqual(QUARTER_HOUR_MS / 1000);
      expect((await new Visitor().signIn(owner.email)).status).toBe(200);
    },
  );

  test('is possible again after a quarter of an hour, when nothing is left of the count', async () => {
    const { email } = await invited(owner, 'member');
    await guess(10, email);
    expect((await new Visitor().signIn(email)).code).toBe('RATE_LIMIT_EXCEEDED');
    const limiter = await limiterOf(email);
    const alarm = (await runInDurableObject(limiter, (_, { storage }) => storage.getAlarm())) ?? 0;
    expect(Math.abs(alarm - Date.now() - QUARTER_HOUR_MS)).toBeLessThan(60_000);
    await runDurableObjectAlarm(limiter);
    expect((await new Visitor().signIn(email)).status).toBe(200);
    await runDurableObjectAlarm(limiter);
    expect(await runInDurableObject(limiter, (_, { storage }) => storage.list())).toEqual(new Map());
  });

  test('is held up neither by right passwords nor by attempts that were refused for their address', async () => {
    const { email } = await invited(owner, 'member');
    const guesser = new Visitor();
    for (let attempt = 0; attempt < 10; attempt += 1) await guesser.signIn(newEmail());
    for (let attempt = 0; attempt < 6; attempt += 1) {
      expect((await guesser.signIn(email, WRONG)).code).toBe('RATE_LIMIT_EXCEEDED');
      expect((await new Visitor().signIn(email)).status).toBe(200);
    }
  });
});
