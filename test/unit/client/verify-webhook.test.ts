import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { verifyWebhook, WebhookVerificationError } from '../../../packages/client/src/verify-webhook.ts';

const NOW = Date.parse('2026-11-21T15:30:00Z');
const timestamp = NOW / 1_000;
const ID = 'evt_one';
const BODY = JSON.stringify({
  type: 'file.deleted',
  timestamp: '2026-11-21T15:30:00Z',
  data: { fileIds: ['file_ä'], reason: 'request' },
});

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

const SECRET = newSecret();
const headersOf = (signature: string, seconds = timestamp) => ({
  'webhook-id': ID,
  'webhook-timestamp': String(seconds),
  'webhook-signature': signature,
});
const signWith = (secret: string): string => new Webhook(secret).sign(ID, new Date(NOW), BODY);
const signature = signWith(SECRET);

describe('verifyWebhook', () => {
  test('returns the event of a request that the library of Standard Webhooks signed', async () => {
    const headers = headersOf(signature);
    const event = await verifyWebhook({ body: BODY, headers, secret: SECRET, now: NOW });
    expect(event).toEqual(JSON.parse(BODY));
  });

  test('takes bytes, a Headers object, and names in any case', async () => {
    const body = new TextEncoder().encode(BODY);
    const headers = new Headers(headersOf(signature));
    expect(await verifyWebhook({ body, headers, secret: SECRET, now: NOW })).toEqual(JSON.parse(BODY));
    const upper = Object.fromEntries([...headers].map(([name, value]) => [name.toUpperCase(), value]));
    expect(await verifyWebhook({ body, headers: upper, secret: SECRET, now: NOW })).toEqual(JSON.parse(BODY));
  });

  test('accepts either of two signatures, and skips those of other versions', async () => {
    const next = newSecret();
    const both = `v1a,AAAA v1,!! ${signWith(next)} ${signature}`;
    for (const secret of [SECRET, next]) {
      await verifyWebhook({ body: BODY, headers: headersOf(both), secret, now: NOW });
    }
  });

  test('takes an older request if the caller allows it', async () => {
    const request = { body: BODY, headers: headersOf(signature), secret: SECRET, now: NOW + 600_000 };
    await expect(verifyWebhook(request)).rejects.toThrow('more than 300 seconds away');
    expect(await verifyWebhook({ ...request, toleranceSeconds: 600 })).toEqual(JSON.parse(BODY));
  });

  test.each([
    ['one byte of the body changed', { body: BODY.replace('request', 'Request') }],
    ['an old secret', { secret: newSecret() }],
    ['a timestamp of 301 seconds ago', { now: NOW + 301_000 }],
    ['a timestamp in 301 seconds', { now: NOW - 301_000 }],
    ['another timestamp than the signed one', { headers: headersOf(signature, timestamp - 1) }],
    ['a timestamp that is no number', { headers: { ...headersOf(signature), 'webhook-timestamp': '1e9' } }],
    ['another id', { headers: { ...headersOf(signature), 'webhook-id': 'evt_two' } }],
    ['no signature', { headers: headersOf('') }],
    ['only a signature of another version', { headers: headersOf(signature.replace('v1,', 'v2,')) }],
    ['half of a signature', { headers: headersOf(signature.slice(0, 20)) }],
  ])('rejects %s', async (_, change) => {
    const request = { body: BODY, headers: headersOf(signature), secret: SECRET, now: NOW, ...change };
    await expect(verifyWebhook(request)).rejects.toBeInstanceOf(WebhookVerificationError);
  });

  test('accepts a request of 300 seconds ago', async () => {
    await verifyWebhook({ body: BODY, headers: headersOf(signature), secret: SECRET, now: NOW + 300_999 });
  });

  test('refuses an empty secret', async () => {
    const request = { body: BODY, headers: headersOf(signature), secret: 'whsec_', now: NOW };
    await expect(verifyWebhook(request)).rejects.toBeInstanceOf(TypeError);
  });
});
