import { describe, expect, inject, test } from 'vitest';
import '../../../support/stores/access.ts';
import type { ExternalStore, StoreSettings } from '../../../../worker/adapters/stores/external-store.ts';
import { openExternalStore } from '../../../../worker/adapters/stores/open-external-store.ts';
import { guardedFetch } from '../../../../worker/adapters/stores/outbound-guard.ts';
import { S3Store } from '../../../../worker/adapters/stores/s3.ts';
import { StoreError } from '../../../../worker/adapters/stores/store-error.ts';
import { variation } from '../../../support/thorough.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const PDF = { contentType: 'application/pdf', contentDisposition: 'inline; filename="invoice.pdf"' };

const outbound = guardedFetch({ localDevelopment: true });
const s3 = inject('s3');
const supabase = inject('supabase');

const s3Settings = (more: object = {}): StoreSettings => ({
  provider: 's3',
  endpoint: s3.endpoint,
  region: 'auto',
  bucket: 'pdfs',
  accessKeyId: s3.accessKeyId,
  secretAccessKey: s3.secretAccessKey,
  ...more,
});

const supabaseSettings = (more: object = {}): StoreSettings => ({
  provider: 'supabase',
  endpoint: supabase.endpoint,
  bucket: 'pdfs',
  serviceKey: supabase.serviceKey,
  ...more,
});

let keys = 0;
const newKey = (): string => `2026/11/file_${(keys += 1)}-invoice.pdf`;

/** The default only ends a test that would wait forever. */
const signal = (ms = 120_000): AbortSignal => AbortSignal.timeout(ms);

/** Bytes that are not the same everywhere, in pieces of 64 KB. Tells how many were asked for. */
function countedSource(sizeBytes: number) {
  const source = { pulledBytes: 0, cancelled: false, stream: new ReadableStream<Uint8Array>() };
  source.stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const length = Math.min(65_536, sizeBytes - source.pulledBytes);
        if (length === 0) return controller.close();
        controller.enqueue(new Uint8Array(length).fill((source.pulledBytes / 65_536) % 251));
        source.pulledBytes += length;
      },
      cancel() {
        source.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return source;
}

const streamOf = (bytes: Uint8Array): ReadableStream<Uint8Array> => new Blob([bytes]).stream();

async function digestOf(stream: ReadableStream<Uint8Array> | null): Promise<string> {
  const digest = new crypto.DigestStream('SHA-256');
  await stream?.pipeTo(digest);
  return new Uint8Array(await digest.digest).toHex();
}

const put = (store: ExternalStore, key: string, bytes: Uint8Array, until = signal()) =>
  store.put(key, streamOf(bytes), bytes.length, PDF, until);

async function failureOf(work: Promise<unknown>): Promise<StoreError> {
  const error: unknown = await work.then(
    () => new Error('It succeeded'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StoreError);
  return error as StoreError;
}

describe.each([
  {
    provider: 's3',
    settings: s3Settings,
    wrongSecret: { secretAccessKey: 'another-secret-access-key' },
    refusals: { wrongSecret: ['SignatureDoesNotMatch', 403], missingBucket: ['NoSuchBucket', 404] },
  },
  {
    provider: 'supabase',
    settings: supabaseSettings,
    wrongSecret: { serviceKey: supabase.foreignKey },
    refusals: { wrongSecret: ['AccessDenied', 403], missingBucket: ['NoSuchBucket', 404] },
  },
])('a store of the kind $provider', ({ settings, wrongSecret, refusals }) => {
  const open = (more: object = {}) => openExternalStore(settings(more), outbound);
  const bytes = crypto.getRandomValues(new Uint8Array(50_000));

  test('gives back byte for byte what was put, with its type and its name', async () => {
    const store = await open();
    const key = newKey();
    await put(store, key, bytes);
    const { url } = await store.sign(
      key,
      { filename: 'Rechnung März (1).pdf', mediaType: 'application/pdf' },
      5 * MINUTE,
      signal(),
    );
    const response = await fetch(url);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('application/pdf');
    expect(response.headers.get('Content-Disposition')).toContain(
      "filename*=UTF-8''Rechnung%20M%C3%A4rz%20%281%29.pdf".replace(/%2[89]/g, (code) =>
        settings().provider === 's3' ? code : decodeURIComponent(code),
      ),
    );
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
  });

  variation('streams 60 MB', async () => {
    const store = await open();
    const key = newKey();
    const size = 60_000_000;
    await store.put(key, countedSource(size).stream, size, PDF, signal());
    const { url } = await store.sign(
      key,
      { filename: 'large.pdf', mediaType: 'application/pdf' },
      5 * MINUTE,
      signal(),
    );
    const response = await fetch(url);
    expect(response.headers.get('Content-Length')).toBe(String(size));
    expect(await digestOf(response.body)).toBe(await digestOf(countedSource(size).stream));
  });

  test('reads no further ahead than the store takes it', async () => {
    const store = await open({ bucket: 'hanging' });
    const source = countedSource(250_000_000);
    const failure = await failureOf(store.put(newKey(), source.stream, 250_000_000, PDF, signal(1_000)));
    expect(failure).toMatchObject({ message: 'The store did not answer in time.', retryable: true });
    // What workerd and the sockets of both sides hold; Linux lets those grow to 36 MB.
    expect(source.pulledBytes).toBeLessThan(50_000_000);
    expect(source.cancelled).toBe(true);
  });

  test('replaces an object that is put again', async () => {
    const store = await open();
    const key = newKey();
    await put(store, key, new Uint8Array([1]));
    await put(store, key, bytes);
    const { url } = await store.sign(
      key,
      { filename: 'invoice.pdf', mediaType: 'application/pdf' },
      5 * MINUTE,
      signal(),
    );
    expect(await digestOf((await fetch(url)).body)).toBe(await digestOf(streamOf(bytes)));
  });

  test('signs for the time that is asked, and says until when', async () => {
    const store = await open();
    const key = newKey();
    await put(store, key, bytes);
    const before = Date.now();
    const { expiresAt } = await store.sign(
      key,
      { filename: 'invoice.pdf', mediaType: 'application/pdf' },
      DAY,
      signal(),
    );
    expect(expiresAt).toBeGreaterThanOrEqual(before + DAY);
    expect(expiresAt).toBeLessThanOrEqual(Date.now() + DAY);
  });

  test('does not let an address open another object', async () => {
    const store = await open();
    const [key, other] = [newKey(), newKey()];
    await put(store, key, bytes);
    await put(store, other, bytes);
    const { url } = await store.sign(
      key,
      { filename: 'invoice.pdf', mediaType: 'application/pdf' },
      5 * MINUTE,
      signal(),
    );
    expect((await fetch(url.replace(key, other))).ok).toBe(false);
  });

  test('deletes, and does not mind what is gone', async () => {
    const store = await open();
    const key = newKey();
    await put(store, key, bytes);
    const { url } = await store.sign(
      key,
      { filename: 'invoice.pdf', mediaType: 'application/pdf' },
      5 * MINUTE,
      signal(),
    );
    await store.delete(key, signal());
    await store.delete(key, signal());
    expect((await fetch(url)).ok).toBe(false);
  });

  test("reports a wrong secret in the store's words, without the secret", async () => {
    const failure = await failureOf(put(await open(wrongSecret), newKey(), bytes));
    expect([failure.code, failure.status]).toEqual(refusals.wrongSecret);
    expect(failure.retryable).toBe(false);
    expect(failure.message.length).toBeGreaterThan(failure.code?.length ?? 0);
    for (const secret of Object.values(wrongSecret)) expect(failure.message).not.toContain(secret);
  });

  test('reports a missing bucket', async () => {
    const failure = await failureOf(put(await open({ bucket: 'no-such-bucket' }), newKey(), bytes));
    expect([failure.code, failure.status]).toEqual(refusals.missingBucket);
    expect(failure.retryable).toBe(false);
  });

  test('refuses a large body early without a broken connection', async () => {
    const store = await open({ bucket: 'no-such-bucket' });
    const source = countedSource(5_000_000);
    const failure = await failureOf(store.put(newKey(), source.stream, 5_000_000, PDF, signal()));
    expect(failure.code).toBe('NoSuchBucket');
  });

  variation('waits for a slow store', async () => {
    await put(await open({ bucket: 'slow' }), newKey(), bytes);
  });

  test('gives up on a store that dies half-way, which is worth another try', async () => {
    const source = countedSource(20_000_000);
    const store = await open({ bucket: 'dying' });
    const failure = await failureOf(store.put(newKey(), source.stream, 20_000_000, PDF, signal()));
    expect(failure).toMatchObject({ status: null, retryable: true });
    expect(source.cancelled).toBe(true);
  });

  variation('takes a busy store for one that is worth another try', async () => {
    const failure = await failureOf(put(await open({ bucket: 'failing-2' }), newKey(), bytes));
    expect(failure).toMatchObject({ status: 503, retryable: true });
  });

  test('does not follow redirects', async () => {
    const failure = await failureOf(put(await open({ bucket: 'redirecting' }), newKey(), bytes));
    expect(failure).toMatchObject({ status: 307, retryable: false });
    expect(failure.message).toContain('redirects');
  });

  test('reports a store that does not answer', async () => {
    const failure = await failureOf(put(await open({ endpoint: 'http://127.0.0.1:9' }), newKey(), bytes));
    expect(failure.retryable).toBe(true);
    expect(failure.message).toMatch(/^The store could not be reached/);
  });

  test('does not call private addresses', async () => {
    const store = await openExternalStore(settings(), guardedFetch({ localDevelopment: false }));
    const failure = await failureOf(put(store, newKey(), bytes));
    expect(failure).toMatchObject({ message: 'The address must be https.', retryable: false });
  });

  test.each(['a/../../b.pdf', './b.pdf', 'a//b.pdf', '/b.pdf', 'a/b#c.pdf', 'a/b?c.pdf', 'a/ä.pdf'])(
    'does not take the key %s',
    async (key) => {
      await expect(put(await open(), key, bytes)).rejects.toThrow(/key/);
    },
  );

  test('fails when the source fails', async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error('R2 is away')),
    });
    await failureOf((await open()).put(newKey(), broken, 1_000, PDF, signal()));
  });
});

test('an address of S3 has its spaces as they were signed', async () => {
  const store = await openExternalStore(s3Settings(), outbound);
  const { url } = await store.sign(
    newKey(),
    { filename: 'one + one.pdf', mediaType: 'application/pdf' },
    MINUTE,
    signal(),
  );
  expect(url).toContain('one%2520%252B%2520one.pdf');
  expect(url).not.toContain('+');
});

describe('a signed address that has expired', () => {
  test('of S3 is refused', async () => {
    const settings = s3Settings();
    if (settings.provider !== 's3') throw new Error('unreachable');
    const key = newKey();
    await put(new S3Store(settings, outbound), key, new Uint8Array([1]));
    const yesterday = new S3Store(settings, outbound, () => Date.now() - DAY - MINUTE);
    const { url } = await yesterday.sign(key, { filename: 'invoice.pdf', mediaType: 'application/pdf' }, DAY);
    expect((await fetch(url)).status).toBe(403);
  });

  test('of Supabase is refused', async () => {
    const store = await openExternalStore(supabaseSettings({ bucket: 'yesterday' }), outbound);
    const key = newKey();
    await put(store, key, new Uint8Array([1]));
    const { url } = await store.sign(
      key,
      { filename: 'invoice.pdf', mediaType: 'application/pdf' },
      DAY,
      signal(),
    );
    const response = await fetch(url);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message: '"exp" claim timestamp check failed' });
  });
});

test('Supabase says when an object is too large', async () => {
  const store = await openExternalStore(supabaseSettings({ bucket: 'tiny' }), outbound);
  const failure = await failureOf(put(store, newKey(), new Uint8Array(2_000)));
  expect(failure).toMatchObject({ code: 'EntityTooLarge', status: 413, retryable: false });
});
