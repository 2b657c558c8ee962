import type { components } from './api.ts';

type Schemas = components['schemas'];

/** The body of a webhook request. Ignore types that you do not know: later versions have more. */
export type WebhookEvent =
  | Schemas['JobSucceededEvent']
  | Schemas['JobFailedEvent']
  | Schemas['BatchCompletedEvent']
  | Schemas['BatchPausedEvent']
  | Schemas['FileDeletedEvent']
  | Schemas['CreditsLowEvent']
  | Schemas['TestEvent'];

/** The request did not come from the service, was changed, or is too old. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

export interface WebhookRequest {
  /** The body as it arrived. JSON that was parsed and written again has other bytes. */
  readonly body: string | Uint8Array;
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** `whsec_…` */
  readonly secret: string;
  /** Unix milliseconds. The default is the current time. */
  readonly now?: number;
  /** The largest difference between the timestamp and now. It stops an attacker who repeats an older request. The default is 300. */
  readonly toleranceSeconds?: number;
}

const TOLERANCE_SECONDS = 300;

/**
 * Checks the signature of a webhook request (Standard Webhooks 1.0) and returns the event. An event can arrive more than
 * once: process each `webhook-id` once.
 *
 * @throws {WebhookVerificationError}
 */
export async function verifyWebhook(request: WebhookRequest): Promise<WebhookEvent> {
  const { body, headers, secret, now = Date.now(), toleranceSeconds = TOLERANCE_SECONDS } = request;
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const signatures = readHeader(headers, 'webhook-signature');
  requireRecent(timestamp, now / 1_000, toleranceSeconds);

  const payload = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const content = concatenate(new TextEncoder().encode(`${id}.${timestamp}.`), payload);
  const key = await importSecret(secret);
  for (const signature of signatures.split(' ')) {
    const bytes = signature.startsWith('v1,') ? decodeBase64(signature.slice('v1,'.length)) : null;
    // `verify` compares in constant time.
    if (bytes !== null && (await crypto.subtle.verify('HMAC', key, bytes, content))) {
      return JSON.parse(new TextDecoder().decode(payload)) as WebhookEvent;
    }
  }
  throw new WebhookVerificationError('No signature matches the body and the secret.');
}

function readHeader(headers: WebhookRequest['headers'], name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value !== 'string' || value === '') {
    throw new WebhookVerificationError(`The header ${name} is missing.`);
  }
  return value;
}

function requireRecent(timestamp: string, nowSeconds: number, toleranceSeconds: number): void {
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('The timestamp is not valid.');
  if (Math.abs(Math.floor(nowSeconds) - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookVerificationError(`The timestamp is more than ${toleranceSeconds} seconds away.`);
  }
}

function importSecret(secret: string): Promise<CryptoKey> {
  const bytes = decodeBase64(secret.replace(/^whsec_/, ''));
  if (bytes === null || bytes.length === 0) throw new TypeError('The secret must be whsec_ and base64.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function concatenate(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
