import { createApp } from '../../worker/app.ts';
import type { Env } from '../../worker/env.ts';
import { buildServices } from '../../worker/services.ts';
import type { ObjectBody, ObjectStore, StoredObject } from '../../worker/adapters/r2/object-store.ts';

export { BrowserBroker } from '../../renderer/browser-run/broker.ts';
export { PrintContainer } from '../../renderer/container/print-container.ts';
export { RateLimiter } from '../../worker/objects/rate-limit/rate-limiter.ts';
export { RequestLog } from '../../worker/objects/request-log/request-log.ts';
export { WorkspaceLedger } from '../../worker/objects/ledger/ledger.ts';
export { BatchDesk } from '../../worker/objects/batch/desk.ts';
export { WebhookDesk } from '../../worker/objects/webhook/desk.ts';

interface DistantEnv extends Env {
  readonly DISTANT_BUCKET_URL: string;
}

/**
 * Stores PDFs in another process, like R2 on Cloudflare. The R2 of Miniflare runs in the Worker's process and
 * handles every byte in JavaScript.
 */
class DistantStore implements ObjectStore {
  readonly #base: string;

  constructor(base: string) {
    this.#base = base;
  }

  async put(key: string, body: ObjectBody, sizeBytes: number): Promise<void> {
    const put = (content: BodyInit) => fetch(new URL(key, this.#base), { method: 'PUT', body: content });
    if (body instanceof Uint8Array) return void (await put(body));
    // Streams like R2Store.
    const fixed = new FixedLengthStream(sizeBytes);
    await Promise.all([put(fixed.readable), body.pipeTo(fixed.writable)]);
  }

  putUnsized(): Promise<number> {
    return Promise.reject(new Error('No test stores a body of unknown size here'));
  }

  async get(key: string) {
    const { headers, body } = await fetch(new URL(key, this.#base));
    const sizeBytes = Number(headers.get('Content-Length'));
    return body === null ? null : { sizeBytes, etag: '"1"', contentType: 'application/pdf', body };
  }

  head(): Promise<StoredObject | null> {
    return Promise.resolve(null);
  }

  delete(): Promise<void> {
    return Promise.resolve();
  }
}

const app = createApp((env: Env) => ({
  ...buildServices(env),
  fileStore: new DistantStore((env as DistantEnv).DISTANT_BUCKET_URL),
}));

export default { fetch: app.fetch };
