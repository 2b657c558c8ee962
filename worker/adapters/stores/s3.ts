import { AwsClient } from 'aws4fetch';
import { contentDisposition } from '../r2/content-disposition.ts';
import type { Download, ExternalStore, S3Settings, SignedUrl } from './external-store.ts';
import { encodedKey } from '../../../schema/external-key.ts';
import type { ObjectMetadata } from '../r2/object-store.ts';
import type { OutboundFetch } from './outbound-guard.ts';
import { readStart } from '../r2/read-start.ts';
import { sendStream } from './send-stream.ts';
import { refusalWithoutMessage, StoreError, toStoreError } from './store-error.ts';
import { trimEnd } from '../../../schema/trim-characters.ts';

/** S3 sends a few hundred bytes. */
const MAX_ERROR_BYTES = 16_384;

/** Bodies are not signed (`UNSIGNED-PAYLOAD`), so they can be streamed. TLS protects them. */
export class S3Store implements ExternalStore {
  readonly #settings: S3Settings;
  readonly #fetch: OutboundFetch;
  readonly #signer: AwsClient;
  readonly #now: () => number;

  constructor(settings: S3Settings, outbound: OutboundFetch, now: () => number = Date.now) {
    const { accessKeyId, secretAccessKey, region } = settings;
    this.#settings = settings;
    this.#fetch = outbound;
    this.#signer = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
    this.#now = now;
  }

  async put(
    key: string,
    body: ReadableStream<Uint8Array>,
    sizeBytes: number,
    metadata: ObjectMetadata,
    signal: AbortSignal,
  ): Promise<void> {
    const headers = {
      'Content-Type': metadata.contentType,
      ...(metadata.contentDisposition && { 'Content-Disposition': metadata.contentDisposition }),
    };
    await sendStream(body, sizeBytes, signal, (fixed) => this.#call('PUT', key, headers, signal, fixed));
  }

  async sign(key: string, { filename, mediaType }: Download, validForMs: number): Promise<SignedUrl> {
    const url = new URL(this.#address(key));
    url.searchParams.set('X-Amz-Expires', String(Math.floor(validForMs / 1_000)));
    // Not every store keeps the headers of the upload.
    url.searchParams.set('response-content-type', mediaType);
    url.searchParams.set('response-content-disposition', contentDisposition('inline', filename));
    const now = this.#now();
    const signed = await this.#signer.sign(url, { aws: { signQuery: true, datetime: amzDate(now) } });
    // The signature covers `%20`, but URL writes a space as `+` (and a plus sign as `%2B`).
    return { url: signed.url.replaceAll('+', '%20'), expiresAt: now + validForMs };
  }

  /** S3 answers a key that does not exist as one that was deleted. */
  async delete(key: string, signal: AbortSignal): Promise<boolean> {
    await this.#call('DELETE', key, {}, signal);
    return true;
  }

  #address(key: string): string {
    const { endpoint, bucket } = this.#settings;
    return `${trimEnd(endpoint, '/')}/${encodeURIComponent(bucket)}/${encodedKey(key)}`;
  }

  async #call(
    method: 'PUT' | 'DELETE',
    key: string,
    headers: Record<string, string>,
    signal: AbortSignal,
    body?: ReadableStream<Uint8Array>,
  ): Promise<void> {
    const { accessKeyId, secretAccessKey, bucket } = this.#settings;
    const secrets = [accessKeyId, secretAccessKey];
    try {
      const aws = { datetime: amzDate(this.#now()) };
      const signed = await this.#signer.sign(this.#address(key), { method, headers, aws });
      const response = await this.#fetch(signed.url, { method, headers: signed.headers, signal, body });
      if (!response.ok) {
        const { text } = await readStart(response, MAX_ERROR_BYTES, signal);
        const { status } = response;
        const fallback = refusalWithoutMessage(method === 'PUT' ? 'put' : 'delete', bucket, status);
        const message = readElement(text, 'Message') ?? fallback;
        throw new StoreError(message, { code: readElement(text, 'Code'), status, secrets });
      }
      await response.body?.cancel();
    } catch (error) {
      throw toStoreError(error, secrets);
    }
  }
}

/** `20261120T120000Z` */
const amzDate = (epochMs: number): string => new Date(epochMs).toISOString().replace(/[:-]|\.\d{3}/g, '');

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
};

/** Reads an element of `<Error><Code>…</Code><Message>…</Message>…`. An empty one is undefined: Ceph sends no messages. The answer is bounded. */
const readElement = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`)
    .exec(xml)?.[1]
    ?.replace(/&(?:lt|gt|quot|apos|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .trim() || undefined;
