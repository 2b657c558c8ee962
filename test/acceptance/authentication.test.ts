import { describe, expect, test } from 'vitest';
import { freshAddress } from '../support/client-address.ts';
import {
  expectGenerated,
  expectRateLimitHeaders,
  expectRefusal,
  HELLO,
  operator,
  send,
  Tenant,
} from '../support/service-client.ts';

const generateWith = (headers: Readonly<Record<string, string>>) =>
  send('/v1/pdf/generate', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(HELLO),
  });

const UNKNOWN_KEY = `pk_live_${'A'.repeat(32)}`;

describe('a key', () => {
  test('is read from X-API-Key', async () => {
    const { key } = await Tenant.create();
    expectGenerated(await generateWith({ 'X-API-Key': key }));
  });

  test('is read from Authorization: Bearer', async () => {
    const { key } = await Tenant.create();
    expectGenerated(await generateWith({ Authorization: `Bearer ${key}` }));
  });

  test('is read from Authorization in any case of the scheme', async () => {
    const { key } = await Tenant.create();
    expectGenerated(await generateWith({ Authorization: `bearer ${key}` }));
  });
});

describe('INVALID_API_KEY', () => {
  test.each([
    ['no key', {}],
    ['an unknown key', { 'X-API-Key': UNKNOWN_KEY }],
    ['an unknown bearer', { Authorization: `Bearer ${UNKNOWN_KEY}` }],
    ['something that is no key', { 'X-API-Key': 'let me in' }],
    ['an empty key', { 'X-API-Key': '' }],
    ['another scheme', { Authorization: 'Basic dXNlcjpwYXNz' }],
  ])('answers %s', async (_, headers) => {
    expectRefusal(await generateWith(headers), 'INVALID_API_KEY');
  });

  test('answers a key that differs in one character', async () => {
    const { key } = await Tenant.create();
    const last = key.endsWith('a') ? 'b' : 'a';
    expectRefusal(await generateWith({ 'X-API-Key': key.slice(0, -1) + last }), 'INVALID_API_KEY');
  });

  test("shows the client address's rate", async () => {
    const address = freshAddress();
    const first = expectRateLimitHeaders(await generateWith(address));
    const second = expectRateLimitHeaders(await generateWith(address));
    expect(first).toMatchObject({ limit: 60, remaining: 59 });
    expect(second).toMatchObject({ limit: 60, remaining: 58 });
  });
});

describe('API_KEY_EXPIRED', () => {
  test('does not answer a key before its date', async () => {
    const tenant = await Tenant.create({ expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
    expectGenerated(await tenant.generate(HELLO));
  });
});

describe('API_KEY_REVOKED', () => {
  test('leaves the other keys of the workspace alone', async () => {
    const tenant = await Tenant.create({ plan: 'starter' });
    const other = await tenant.anotherKey();
    await operator().revokeKey(tenant.keyId);
    expectRefusal(await tenant.generate(HELLO), 'API_KEY_REVOKED');
    expectGenerated(await other.generate(HELLO));
  });
});

describe('INSUFFICIENT_PERMISSIONS', () => {
  test('counts for the rate of the workspace', async () => {
    const tenant = await Tenant.create({ permissions: ['pdf.read'] });
    await tenant.generate(HELLO);
    const rate = expectRateLimitHeaders(await tenant.generate(HELLO));
    expect(rate).toMatchObject({ limit: 60, remaining: 58 });
  });
});
