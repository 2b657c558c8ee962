import { StorageClient } from '@supabase/storage-js';
import { checkedKey } from '../../schema/external-key.ts';
import type { ExternalStore, SignedUrl, SupabaseSettings } from './external-store.ts';
import type { ObjectMetadata } from './object-store.ts';
import type { OutboundFetch } from './outbound-guard.ts';
import { sendStream } from './send-stream.ts';
import { StoreError, toStoreError } from './store-error.ts';

export class SupabaseStore implements ExternalStore {
  readonly #settings: SupabaseSettings;
  readonly #fetch: OutboundFetch;

  constructor(settings: SupabaseSettings, outbound: OutboundFetch) {
    this.#settings = settings;
    this.#fetch = outbound;
  }

  async put(
    key: string,
    body: ReadableStream<Uint8Array>,
    sizeBytes: number,
    { contentType }: ObjectMetadata,
    signal: AbortSignal,
  ): Promise<void> {
    await sendStream(body, sizeBytes, signal, (fixed) =>
      this.#call(signal, (bucket) => bucket.upload(checkedKey(key), fixed, { contentType, upsert: true })),
    );
  }

  async sign(key: string, filename: string, validForMs: number, signal: AbortSignal): Promise<SignedUrl> {
    // The validity starts when the store answers, so the address is valid at least until then.
    const expiresAt = Date.now() + validForMs;
    const { signedUrl } = await this.#call(signal, (bucket) =>
      bucket.createSignedUrl(checkedKey(key), Math.floor(validForMs / 1_000)),
    );
    // The client's `download` option encodes the name twice.
    return { url: `${signedUrl}&download=${encodeURIComponent(filename.toWellFormed())}`, expiresAt };
  }

  async delete(key: string, signal: AbortSignal): Promise<void> {
    await this.#call(signal, (bucket) => bucket.remove([checkedKey(key)]));
  }

  async #call<Data>(
    signal: AbortSignal,
    operation: (bucket: Bucket) => Promise<Outcome<Data>>,
  ): Promise<NonNullable<Data>> {
    const { endpoint, bucket, serviceKey } = this.#settings;
    const client = new StorageClient(
      `${endpoint.replace(/\/+$/, '')}/storage/v1`,
      { apikey: serviceKey, Authorization: `Bearer ${serviceKey}` },
      (request, init) => this.#fetch(new Request(request).url, { ...init, signal }),
    );
    try {
      const { data, error } = await operation(client.from(bucket));
      if (error !== null || data === null || data === undefined) throw readSupabaseError(error, [serviceKey]);
      return data;
    } catch (error) {
      throw toStoreError(error, [serviceKey]);
    }
  }
}

type Bucket = ReturnType<StorageClient['from']>;

type Outcome<Data> = { readonly data: Data; readonly error: SupabaseError | null };

/** `status` is nearly always 400. `statusCode` is the status that the store means. */
interface SupabaseError extends Error {
  readonly status?: number | undefined;
  readonly statusCode?: string | undefined;
  readonly code?: string | undefined;
  /** What `fetch` threw, if there was no response. */
  readonly originalError?: unknown;
}

function readSupabaseError(error: SupabaseError | null, secrets: readonly string[]): StoreError {
  if (error === null) return new StoreError('The store sent an empty answer.', { retryable: true });
  if (error.originalError !== undefined) return toStoreError(error.originalError, secrets);
  const meant = Number(error.statusCode);
  const status = Number.isInteger(meant) && meant > 0 ? meant : error.status;
  return new StoreError(error.message, { code: error.code, status, secrets, cause: error });
}
