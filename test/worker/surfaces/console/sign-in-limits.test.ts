import { env, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import { sha256Hex } from '../../../../worker/lib/sha256.ts';
import { migrate } from '../../support/service.ts';
import { stopClock } from '../../support/stop-clock.ts';
import {
  type ConsoleAnswer,
  type Insider,
  invited,
  linkOf,
  newEmail,
  PASSWORD,
  setUpOwner,
  Visitor,
} from '../../support/visitor.ts';
import { variation } from '../../../support/thorough.ts';

const WRONG = 'wrong horse battery';
const QUARTER_HOUR_MS = 15 * 60_000;

let owner: Insider;

beforeAll(async () => {
  await migrate();
  owner = await setUpOwner();
});

/** Counts the wrong passwords for an account: from one address, or from all. */
const limiterOf = async (email: string, address?: string) =>
  env.RATE_LIMITER.getByName(
    `sign-ins to ${await sha256Hex(email)}${address === undefined ? '' : ` from ${address}`}`,
  );

/** Sends this many wrong passwords at the same time. Returns the codes. */
async function guess(times: number, email: string, guesser: Visitor): Promise<(string | null)[]> {
  const guesses = Array.from({ length: times }, () => guesser.signIn(email, WRONG));
  return (await Promise.all(guesses)).map(({ code }) => code);
}

/** As if this many wrong passwords had come from other addresses. */
async function countElsewhere(failures: number, email: string): Promise<void> {
  await runInDurableObject(await limiterOf(email), async (_, { storage }) => {
    await storage.put('window', { startedAt: Date.now(), count: failures });
    await storage.setAlarm(Date.now() + QUARTER_HOUR_MS);
  });
}

const accountOf = async (whose: string): Promise<string> =>
  whose === 'nobody' ? newEmail() : (await invited(owner, 'member')).email;

const rateOf = ({ headers }: ConsoleAnswer) =>
  ['X-RateLimit-Limit', 'X-RateLimit-Remaining'].map((name) => headers.get(name));

function expectRefused({ status, code, headers }: ConsoleAnswer): void {
  expect([status, code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
  const seconds = Number(headers.get('Retry-After'));
  expect(seconds).toBeGreaterThan(QUARTER_HOUR_MS / 1000 - 60);
  expect(seconds).toBeLessThanOrEqual(QUARTER_HOUR_MS / 1000);
  expect(['10', '500']).toContain(headers.get('X-RateLimit-Limit'));
}

describe('signing in from one address', () => {
  test('is refused after ten attempts a minute, the right password included', async () => {
    stopClock();
    const guesser = new Visitor();
    const codes: (string | null)[] = [];
    for (let attempt = 0; attempt < 10; attempt += 1) codes.push((await guesser.signIn(newEmail())).code);
    expect(new Set(codes)).toEqual(new Set(['INVALID_CREDENTIALS']));
    const refused = await guesser.signIn(owner.email);
    expect([refused.status, refused.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(rateOf(refused)).toEqual(['10', '0']);
    expect((await new Visitor().signIn(owner.email)).status).toBe(200);
  });
});

describe('signing in to one account', () => {
  test.each(['somebody', 'nobody'])(
    'is refused after ten wrong passwords from one address: the account of %s',
    async (whose) => {
      const email = await accountOf(whose);
      const guesser = new Visitor();
      const codes = [...(await guess(6, email, guesser)), ...(await guess(6, email.toUpperCase(), guesser))];
      expect(codes.filter((code) => code === 'INVALID_CREDENTIALS')).toHaveLength(10);
      expect(codes.filter((code) => code === 'RATE_LIMIT_EXCEEDED')).toHaveLength(2);
      await evictDurableObject(await limiterOf(email, guesser.address));
      expectRefused(await guesser.signIn(email));
    },
  );

  test('stays possible for its owner, whatever one other address sends', async () => {
    const { email } = await invited(owner, 'member');
    await guess(20, email, new Visitor());
    expect((await new Visitor().signIn(email)).status).toBe(200);
  });

  test.each(['somebody', 'nobody'])(
    'is refused after 500 wrong passwords from all addresses: the account of %s',
    async (whose) => {
      const email = await accountOf(whose);
      await countElsewhere(499, email);
      expect(await guess(1, email, new Visitor())).toEqual(['INVALID_CREDENTIALS']);
      const visitor = new Visitor();
      expectRefused(await visitor.signIn(email));
      // A refused attempt does not count for its address.
      const window = (limiter: DurableObjectStub) =>
        runInDurableObject(limiter, (_, { storage }) => storage.get<{ count: number }>('window'));
      expect((await window(await limiterOf(email, visitor.address)))?.count).toBe(0);
    },
  );

  variation('after too many wrong passwords, sessions, passkeys and invitations still work', async () => {
    const person = await invited(owner, 'admin');
    await countElsewhere(500, person.email);
    expectRefused(await new Visitor().signIn(person.email));
    expect((await person.visitor.session()).person?.email).toBe(person.email);
    const invitee = await invited(person, 'member');
    expect((await invitee.visitor.session()).workspaces).toHaveLength(1);
    const visitor = new Visitor();
    expect((await visitor.get('/auth/passkey/generate-authenticate-options')).status).toBe(200);
    const response = { id: 'unknown', rawId: 'unknown', type: 'public-key', response: {} };
    const passkey = await visitor.post('/auth/passkey/verify-authentication', { response });
    expect(passkey.code).toBe('INVALID_CREDENTIALS');
  });

  variation('is possible again after a quarter of an hour, when nothing is left of the count', async () => {
    const { email } = await invited(owner, 'member');
    const guesser = new Visitor();
    await guess(1, email, guesser);
    await countElsewhere(500, email);
    expectRefused(await new Visitor().signIn(email));
    for (const limiter of [await limiterOf(email), await limiterOf(email, guesser.address)]) {
      const alarm = (await runInDurableObject(limiter, (_, { storage }) => storage.getAlarm())) ?? 0;
      expect(Math.abs(alarm - Date.now() - QUARTER_HOUR_MS)).toBeLessThan(60_000);
      await runDurableObjectAlarm(limiter);
      expect(await runInDurableObject(limiter, (_, { storage }) => storage.list())).toEqual(new Map());
    }
    expect((await new Visitor().signIn(email)).status).toBe(200);
  });

  variation(
    'is held up neither by right passwords nor by attempts that were refused for their address',
    async () => {
      const { email } = await invited(owner, 'member');
      const guesser = new Visitor();
      for (let attempt = 0; attempt < 10; attempt += 1) await guesser.signIn(newEmail());
      for (let attempt = 0; attempt < 6; attempt += 1) {
        expect((await guesser.signIn(email, WRONG)).code).toBe('RATE_LIMIT_EXCEEDED');
        expect((await new Visitor().signIn(email)).status).toBe(200);
      }
    },
  );
});

describe('without a proxy that says where requests come from', () => {
  const { CLIENT_ADDRESS_HEADER: _, ...exposed } = env;

  test('strangers are not one client, so they do not keep an owner out', async () => {
    const { email } = await invited(owner, 'member');
    const codes = await guess(20, email, new Visitor(exposed));
    expect(new Set(codes)).toEqual(new Set(['INVALID_CREDENTIALS']));
    const person = new Visitor(exposed);
    expect((await person.signIn(email)).status).toBe(200);
    const { data } = await person.get('/auth/list-sessions');
    expect(data.sessions).toContainEqual(expect.objectContaining({ current: true, ipAddress: null }));
  });

  variation('the account still has its limit', async () => {
    const { email } = await invited(owner, 'member');
    await countElsewhere(499, email);
    expect(await guess(1, email, new Visitor(exposed))).toEqual(['INVALID_CREDENTIALS']);
    expectRefused(await new Visitor(exposed).signIn(email));
  });
});

test('a guest cannot try out which email addresses have accounts', async () => {
  const token = await linkOf(owner, 'member');
  const guest = new Visitor();
  const join = (email: string) =>
    guest.post(`/invitations/${token}/accept`, { name: 'Gus Guest', email, password: PASSWORD });
  const codes: (string | null)[] = [];
  for (let attempt = 0; attempt < 21; attempt += 1) codes.push((await join(owner.email)).code);
  expect(codes).toEqual([...Array<string>(20).fill('EMAIL_TAKEN'), 'RATE_LIMIT_EXCEEDED']);
  // An address that has no account is not answered differently.
  expect((await join(newEmail())).code).toBe('RATE_LIMIT_EXCEEDED');
});
