import { DurableObject } from 'cloudflare:workers';
import { batchPrefix, batchRowsPrefix } from '../../adapters/r2/keys.ts';
import { R2Store } from '../../adapters/r2/r2.ts';
import { type Ledger, ledgerClient } from '../ledger/client.ts';
import { hasEnded, toBatchRecord } from './batch-status.ts';
import type { DeskEnv } from './desk-env.ts';
import { type DeskDeps, openDesk } from './open-desk.ts';
import type { BatchRecord } from './protocol.ts';
import { StatusStore } from './status-store.ts';

const ALARM_RETRY_MS = 30_000;

/** The state and the tools that all calls of a batch's desk need. */
export abstract class DeskObject extends DurableObject<DeskEnv> {
  #store: StatusStore | null = null;
  #deps: DeskDeps | null = null;

  /** Epoch milliseconds. Tests override it to move time. */
  protected now(): number {
    return Date.now();
  }

  /** The ledger of the workspace of the batch. */
  protected get ledger(): Ledger {
    return ledgerClient(() => this.env.LEDGER.getByName(this.store.order.workspaceId));
  }

  protected get store(): StatusStore {
    this.#store ??= new StatusStore(this.ctx.storage);
    return this.#store;
  }

  /** Made when they are needed: a call for an id that does not exist must store nothing. */
  protected get deps(): DeskDeps {
    const { ctx, store } = this;
    this.#deps ??= openDesk({
      ctx,
      store,
      queue: () => this.env.BATCHES,
      ledger: () => this.ledger,
      now: () => this.now(),
    });
    return this.#deps;
  }

  protected record(): BatchRecord {
    return toBatchRecord(this.store.order, this.store.status);
  }

  /** Returns whether a client of the workspace can see the batch. */
  protected isOf(workspaceId: string): boolean {
    if (!this.store.exists) return false;
    const { order, status } = this.store;
    const isExpired = status.expiresAt !== null && status.expiresAt <= this.now();
    return order.workspaceId === workspaceId && status.state !== 'arriving' && !isExpired;
  }

  async remove(): Promise<void> {
    const { name } = this.ctx.id;
    const batchId = this.store.exists ? this.store.order.batchId : name;
    if (batchId !== undefined) await new R2Store(this.env.FILES).deleteUnder(batchPrefix(batchId));
    this.#deps?.waiting.wakeAll();
    this.store.close();
    this.#store = null;
    this.#deps = null;
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  override async alarm(): Promise<void> {
    if (!this.store.exists) return;
    try {
      await this.deps.work.runDue(this.now());
      await this.#deleteTexts();
      await this.changed();
    } catch (error) {
      // The platform stops retrying an alarm that keeps throwing.
      console.error(JSON.stringify({ event: 'batch_alarm_failed', cause: String(error) }));
      await this.ctx.storage.setAlarm(this.now() + ALARM_RETRY_MS);
    }
  }

  /** Contract 14.6. */
  async #deleteTexts(): Promise<void> {
    const { store, work } = this.deps;
    if ((work.textsDueAt() ?? Number.POSITIVE_INFINITY) > this.now()) return;
    await new R2Store(this.env.FILES).deleteUnder(batchRowsPrefix(store.order.batchId));
    store.save({ ...store.status, hasTexts: false });
  }

  /** After each call that changes something. */
  protected async changed(): Promise<void> {
    if (!this.store.exists) return;
    const { bells, store, waiting, work } = this.deps;
    const now = this.now();
    bells.ring(now);
    if (hasEnded(store.status)) waiting.wake(store.order.batchId);
    if ((store.status.reportAt ?? Number.POSITIVE_INFINITY) <= now) {
      this.ctx.waitUntil(work.reportSafely().then(() => this.#scheduleAlarm()));
    }
    await this.#scheduleAlarm();
  }

  async #scheduleAlarm(): Promise<void> {
    if (!this.store.exists) return;
    const due = this.deps.work.nextDue(this.now());
    const current = await this.ctx.storage.getAlarm();
    if (due !== null && (current === null || due < current)) await this.ctx.storage.setAlarm(due);
  }
}
