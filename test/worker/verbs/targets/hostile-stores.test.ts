import { AwsClient } from 'aws4fetch';
import { beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { newId } from '../../../../schema/ids.ts';
import { ApiError } from '../../../../worker/lib/api-error.ts';
import type { StoreSettings } from '../../../../worker/adapters/stores/external-store.ts';
import { openExternalStore } from '../../../../worker/adapters/stores/open-external-store.ts';
import type { OutboundFetch } from '../../../../worker/adapters/stores/outbound-guard.ts';
import { tryStore } from '../../../../worker/verbs/targets/try-store.ts';
import { operatorCtx } from '../../support/ctx.ts';
import { migrate, newWorkspace, operate } from '../../support/service.ts';
import { s3Target, supabaseTarget } from '../../support/targets.ts';

// What a stranger may try with a store of their own, and what a broken store does by accident.

beforeAll(migrate);

const s3 = inject('s3');
const supabase = inject('supabase');
const STORES = {
  s3: {
    origin: new URL(s3.endpoint).origin,
    settings: (bucket: string): StoreSettings => ({ provider: 's3', region: 'auto', bucket, ...s3 }),
  },
  supabase: {
    origin: supabase.endpoint,
    settings: (bucket: string): StoreSettings => ({ provider: 'supabase', bucket, ...supabase }),
  },
} as const;
type Provider = keyof typeof STORES;

/** Bytes that workerd and the sockets on both sides may have accepted before the connection closed. */
const IN_FLIGHT_BYTES = 16_000_000;

/** No test waits for them, unless it says so. */
const PATIENT = { stepsMs: 90_000, latePutMs: 91_000, deleteMs: 92_000 };

interface Trial {
  /** The text of the error, empty if the trial succeeded. */
  readonly message: string;
  readonly keyPrefix: string;
}

async function tryBucket(
  provider: Provider,
  bucket: string,
  { limits = PATIENT, ctx = operatorCtx('ws_trials') } = {},
): Promise<Trial> {
  const store = await openExternalStore(STORES[provider].settings(bucket), ctx.services.outbound);
  const keyPrefix = newId('req');
  const message = await tryStore(ctx, { store, keyPrefix, keyPattern: '{fileId}.pdf' }, limits).then(
    () => '',
    (error: unknown) => {
      if (error instanceof ApiError) return error.message;
      throw error;
    },
  );
  return { message, keyPrefix };
}

/**
 * Tries a bucket of the S3 server whose time for the steps is over as soon as a request of this method is sent, or
 * answered. A real timer could end before that on a busy machine.
 */
async function tryUntil(method: string, moment: 'sent' | 'answered', bucket: string): Promise<Trial> {
  const time = new AbortController();
  const end = () => time.abort(new DOMException('The time is over.', 'TimeoutError'));
  const real = AbortSignal.timeout.bind(AbortSignal);
  const timeout = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => (ms === PATIENT.stepsMs ? time.signal : real(ms)));
  const { services } = operatorCtx('ws_trials');
  const outbound: OutboundFetch = async (address, init = {}) => {
    const answer = services.outbound(address, init);
    if ((init.method ?? 'GET') === method) void (moment === 'sent' ? scheduler.wait(0) : answer).then(end);
    return answer;
  };
  const ctx = operatorCtx('ws_trials', { ...services, outbound });
  return tryBucket('s3', bucket, { ctx }).finally(() => timeout.mockRestore());
}

async function takeSentBytes(provider: Provider): Promise<number> {
  const response = await fetch(`${STORES[provider].origin}/sent-bytes`);
  return Number(await response.text());
}

/** The keys under a prefix in a bucket of the S3 server. */
async function listKeys(bucket: string, prefix: string): Promise<string[]> {
  const client = new AwsClient({ ...s3, service: 's3', region: 'auto' });
  const request = await client.sign(`${s3.endpoint}/${bucket}?list-type=2&prefix=${prefix}`);
  const listing = await (await fetch(request)).text();
  return Array.from(listing.matchAll(/<Key>([^<]+)<\/Key>/g), ([, key = '']) => key);
}

describe('a store whose answers never end', () => {
  test.each([
    ['s3', 'endless-get', 'failed at "get": The store returned other content.'],
    ['supabase', 'endless-get', 'failed at "get": The store returned other content.'],
    ['s3', 'endless-refusal', 'failed at "put": The store refused to put an object'],
    [
      'supabase',
      'endless-refusal',
      `failed at "put": The store's answer (HTTP 403) has more than 16384 bytes.`,
    ],
    ['supabase', 'endless-put', `failed at "put": The store's answer (HTTP 200) has more than 16384 bytes.`],
  ] as const)('is not read to the end: %s, %s', async (provider, bucket, message) => {
    await takeSentBytes(provider);
    expect((await tryBucket(provider, bucket)).message).toContain(message);
    expect(await takeSentBytes(provider)).toBeLessThan(IN_FLIGHT_BYTES);
  });

  test('is not waited for, however slowly it sends', async () => {
    // It would send on until the test ends.
    expect((await tryUntil('GET', 'answered', 'trickling-get')).message).toMatch(
      /failed at "get": The store did not answer/,
    );
  });
});

describe('the object of a trial', () => {
  test.each([
    ['silent-get', 'sent'],
    ['trickling-get', 'answered'],
  ] as const)('is deleted after the time for the trial is over: %s', async (bucket, moment) => {
    const { message, keyPrefix } = await tryUntil('GET', moment, bucket);
    expect(message).toMatch(/failed at "get": The store did not answer in time\.$/);
    expect(await listKeys(bucket, keyPrefix)).toEqual([]);
  });

  test('is deleted when its upload succeeds after the time for the trial is over', async () => {
    const { message, keyPrefix } = await tryUntil('PUT', 'sent', 'late-put');
    expect(message).toMatch(/failed at "put": The store did not answer in time\.$/);
    // If it was deleted before the upload succeeded, it comes back now.
    await scheduler.wait(1_500);
    expect(await listKeys('late-put', keyPrefix)).toEqual([]);
  });

  test('is named when its upload is never answered, because it may still succeed', async () => {
    const limits = { ...PATIENT, stepsMs: 300, latePutMs: 300 };
    const { message } = await tryBucket('s3', 'silent-put', { limits });
    expect(message).toMatch(/failed at "put": .* The test object "\S+\.pdf" may still be in the bucket\.$/);
  });

  test('is named when the key may not delete it, with what the store says', async () => {
    const { message, keyPrefix } = await tryBucket('s3', 'no-delete');
    const [key] = await listKeys('no-delete', keyPrefix);
    expect(message).toContain('failed at "delete": AccessDenied: Not allowed.');
    expect(message).toContain(`The test object "${key}" may still be in the bucket.`);
  });

  test('is named when Supabase says nothing about a missing right', async () => {
    const { message, keyPrefix } = await tryBucket('supabase', 'no-delete');
    expect(message).toContain('failed at "delete": The store deleted nothing.');
    expect(message).toContain(`The test object "${keyPrefix}/file_`);
  });
});

test.each([
  ['s3', 'NoSuchBucket: The store refused to put an object in the bucket "mute" (HTTP 404).'],
  ['supabase', 'The store refused to put an object in the bucket "mute" (HTTP 404).'],
] as const)(
  'if a store gives no reason, the message names the call and the bucket: %s',
  async (provider, reason) => {
    expect((await tryBucket(provider, 'mute')).message).toContain(`failed at "put": ${reason}`);
  },
);

test('a key pattern with an unknown placeholder is answered with the placeholders that exist', async () => {
  const target = s3Target(await newWorkspace(), { keyPattern: '{year}/{fileId}.pdf' });
  const { body } = await operate('POST', '/targets', target);
  expect(body).toMatchObject({
    error: {
      details: [
        'keyPattern: must not contain {year}: the placeholders are {yyyy}, {mm}, {dd}, {fileId}, {filename}',
      ],
    },
  });
});

test.each(['/storage/v1', '/storage/v1/', '/'])(
  'the address of a Supabase project may end in %s',
  async (end) => {
    const target = supabaseTarget(await newWorkspace(), { url: `${supabase.endpoint}${end}` });
    const { status, body } = await operate('POST', '/targets', target);
    expect([status, body.endpoint]).toEqual([201, supabase.endpoint]);
  },
);
