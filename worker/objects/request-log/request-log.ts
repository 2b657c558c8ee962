import { DurableObject } from 'cloudflare:workers';
import { type LoggedRequest, REQUESTS_KEPT_MS } from '../../../schema/request-log.ts';
import type { RequestFilter, RequestLogCalls, RequestPage } from './protocol.ts';
import { RequestStore } from './request-store.ts';

/** The alarm deletes old requests together, at most this often. Lists leave them out at once. */
const REST_MS = 60 * 60 * 1_000;

/** The key of a flag in the object's storage. It is true if the workspace was deleted. */
const CLOSED = 'closed';

/** The last requests of one workspace. It is not part of the ledger, so admissions do not wait for it (decision 75). */
export class RequestLog extends DurableObject implements RequestLogCalls {
  #store: RequestStore | null = null;
  #hasAlarm = false;

  /** Epoch milliseconds. Tests override it to move time. */
  protected now(): number {
    return Date.now();
  }

  get #requests(): RequestStore {
    this.#store ??= new RequestStore(this.ctx.storage, this.now());
    return this.#store;
  }

  get #isClosed(): boolean {
    return this.ctx.storage.kv.get(CLOSED) === true;
  }

  async add(requests: readonly LoggedRequest[]): Promise<void> {
    // A request can end after its workspace was deleted.
    if (this.#isClosed) return;
    this.#requests.add(requests, this.now());
    if (this.#hasAlarm) return;
    this.#hasAlarm = true;
    if ((await this.ctx.storage.getAlarm()) === null) {
      await this.ctx.storage.setAlarm(this.now() + REQUESTS_KEPT_MS);
    }
  }

  list(filter: RequestFilter): RequestPage {
    return this.#requests.list(filter, this.now());
  }

  find(requestId: string): LoggedRequest | null {
    return this.#requests.find(requestId, this.now());
  }

  async clear(): Promise<void> {
    const isClosed = this.#isClosed;
    this.#store = null;
    this.#hasAlarm = false;
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    if (isClosed) this.ctx.storage.kv.put(CLOSED, true);
  }

  async close(): Promise<void> {
    this.ctx.storage.kv.put(CLOSED, true);
    await this.clear();
  }

  override async alarm(): Promise<void> {
    this.#hasAlarm = false;
    const now = this.now();
    this.#requests.forgetOld(now);
    const oldest = this.#requests.oldest();
    if (oldest === null) return;
    this.#hasAlarm = true;
    await this.ctx.storage.setAlarm(Math.max(oldest + REQUESTS_KEPT_MS, now + REST_MS));
  }
}
