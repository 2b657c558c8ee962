import { StorageClient } from '@supabase/storage-js';
import { checkedKey } from '../../../schema/external-key.ts';
import type { Download, ExternalStore, SignedUrl, SupabaseSettings } from './external-store.ts';
import type { ObjectMetadata } from '../r2/object-store.ts';
import type { OutboundFetch } from './outbound-guard.ts';
import { readStart } from '../r2/read-start.ts';
import { sendStream } from './send-stream.ts';
import { refusalWithoutMessage, StoreError, toStoreError } from './store-error.ts';
import { trimEnd } from '../../../schema/trim-characters.ts';

/** An answer in JSON has some hundred bytes. A longer one is an error. */
const MAX_ANSWER_BYTES = 16_384;

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
      this.#call('put', signal, (bucket) =>
        bucket.upload(checkedKey(key), fixed, { contentType, upsert: true }),
      ),
    );
  }

  async sign(
    key: string,
    { filename }: Download,
    validForMs: number,
    signal: AbortSignal,
  ): Promise<SignedUrl> {
    // The validity starts when the store answers, so the address is valid at least until then.
    const expiresAt = Date.now() + validForMs;
    const { signedUrl } = await this.#call('sign', signal, (bucket) =>
      bucket.createSignedUrl(checkedKey(key), Math.floor(validForMs / 1_000)),
    );
    // The client's `download` option encodes the name twice.
    return { url: `${signedUrl}&download=${encodeURIComponent(filename.toWellFormed())}`, expiresAt };
  }

  /** A key without the right to delete gets the same answer as for an object that does not exist. */
  async delete(key: string, signal: AbortSignal): Promise<boolean> {
    const deleted = await this.#call('delete', signal, (bucket) => bucket.remove([checkedKey(key)]));
    return deleted.length > 0;
  }

  async #call<Data>(
    asked: 'put' | 'sign' | 'delete',
    signal: AbortSignal,
    operation: (bucket: Bucket) => Promise<Outcome<Data>>,
  ): Promise<NonNullable<Data>> {
    const { endpoint, bucket, serviceKey } = this.#settings;
    const client = new StorageClient(
      `${trimEnd(endpoint, '/')}/storage/v1`,
      { apikey: serviceKey, Authorization: `Bearer ${serviceKey}` },
      (request, init) => this.#fetchAnswer(new Request(request).url, { ...init, signal }, signal),
    );
    try {
      const { data, error } = await operation(client.from(bucket));
      if (error === null && data !== null && data !== undefined) return data;
      throw readSupabaseError(error, (status) => refusalWithoutMessage(asked, bucket, status), [serviceKey]);
    } catch (error) {
      throw toStoreError(error, [serviceKey]);
    }
  }

  /** The client reads every answer to its end. So it gets answers that have been read. */
  async #fetchAnswer(address: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
    const response = await this.#fetch(address, init);
    const { status, statusText, headers } = response;
    const { text, isWhole } = await readStart(response, MAX_ANSWER_BYTES, signal);
    if (isWhole) return new Response(text === '' ? null : text, { status, statusText, headers });
    throw new StoreError(`The store's answer (HTTP ${status}) has more than ${MAX_ANSWER_BYTES} bytes.`, {
      status,
    });
  }
}

type Bucket = ReturnType<StorageClient['from']>;

type Outcome<Data> = { readonly data: Data; readonly error: SupabaseError | null };

/** `status` is nearly always 400. `statusCode` is the status that the store means. */
interface SupabaseError extends Error {
  readonly status?: number | undefined;
  readonly statusCode?: string | undefined;
  readonly code?: string | undefined;
  /** The value that `fetch` threw, if there was no response. */
  readonly originalError?: unknown;
}

/** The client writes these texts for an error without a message. */
const NO_MESSAGE = new Set(['', '{}', 'null']);

function readSupabaseError(
  error: SupabaseError | null,
  messageFor: (status: number | undefined) => string,
  secrets: readonly string[],
): StoreError {
  if (error === null) return new StoreError('The store sent an empty answer.', { retryable: true });
  if (error.originalError !== undefined) return toStoreError(error.originalError, secrets);
  const meant = Number(error.statusCode);
  const status = Number.isInteger(meant) && meant > 0 ? meant : error.status;
  const message = NO_MESSAGE.has(error.message) ? messageFor(status) : error.message;
  return new StoreError(message, { code: error.code, status, secrets, cause: error });
}
