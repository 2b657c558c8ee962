import { AwsClient } from 'aws4fetch';
import { contentDisposition } from './content-disposition.ts';
import type { ExternalStore, S3Settings, SignedUrl } from './external-store.ts';
import { encodedKey } from '../../schema/external-key.ts';
import type { ObjectMetadata } from './object-store.ts';
import type { OutboundFetch } from './outbound-guard.ts';
import { sendStream } from './send-stream.ts';
import { StoreError, toStoreError } from './store-error.ts';

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

  async sign(key: string, filename: string, validForMs: number): Promise<SignedUrl> {
    const url = new URL(this.#address(key));
    url.searchParams.set('X-Amz-Expires', String(Math.floor(validForMs / 1_000)));
    // Not every store keeps the headers of the upload.
    url.searchParams.set('response-content-type', 'application/pdf');
    url.searchParams.set('response-content-disposition', contentDisposition('inline', filename));
    const now = this.#now();
    const signed = await this.#signer.sign(url, { aws: { signQuery: true, datetime: amzDate(now) } });
    // The signature covers `%20`, but URL writes a space as `+` (and a plus sign as `%2B`).
    return { url: signed.url.replaceAll('+', '%20'), expiresAt: now + validForMs };
  }

  async delete(key: string, signal: AbortSignal): Promise<void> {
    await this.#call('DELETE', key, {}, signal);
  }

  #address(key: string): string {
    const { endpoint, bucket } = this.#settings;
    return `${endpoint.replace(/\/+$/, '')}/${encodeURIComponent(bucket)}/${encodedKey(key)}`;
  }

  async #call(
    method: string,
    key: string,
    headers: Record<string, string>,
    signal: AbortSignal,
    body?: ReadableStream<Uint8Array>,
  ): Promise<void> {
    const { accessKeyId, secretAccessKey } = this.#settings;
    const secrets = [accessKeyId, secretAccessKey];
    try {
      const aws = { datetime: amzDate(this.#now()) };
      const signed = await this.#signer.sign(this.#address(key), { method, headers, aws });
      const response = await this.#fetch(signed.url, { method, headers: signed.headers, signal, body });
      if (!response.ok) throw await readS3Error(response, secrets);
      await response.body?.cancel();
    } catch (error) {
      throw toStoreError(error, secrets);
    }
  }
}

/** `20261120T120000Z` */
const amzDate = (epochMs: number): string => new Date(epochMs).toISOString().replace(/[:-]|\.\d{3}/g, '');

/** Reads `<Error><Code>…</Code><Message>…</Message>…`. */
async function readS3Error(response: Response, secrets: readonly string[]): Promise<StoreError> {
  const xml = await readStart(response);
  const code = readElement(xml, 'Code');
  const message = readElement(xml, 'Message') ?? `The store answered with HTTP ${response.status}.`;
  return new StoreError(message, { code, status: response.status, secrets });
}

async function readStart(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length >= MAX_ERROR_BYTES) break;
  }
  return text;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
};

const readElement = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`)
    .exec(xml)?.[1]
    ?.replace(/&(?:lt|gt|quot|apos|amp);/g, (entity) => ENTITIES[entity] ?? entity);
