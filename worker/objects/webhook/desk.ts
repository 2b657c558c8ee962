import { DurableObject } from 'cloudflare:workers';
import { readSecrets } from '../../../schema/secrets.ts';
import { childOf, startTrace, type TraceContext, traceFields } from '../../../schema/trace-context.ts';
import { type Database, openDatabase } from '../../adapters/d1/database.ts';
import { openVault } from '../../adapters/secrets/credential-vault.ts';
import { guardedFetch } from '../../adapters/stores/outbound-guard.ts';
import { DeliveryStore, type StartedAttempt } from './delivery-store.ts';
import type { RecordedEvent } from './event.ts';
import type {
  DeliveryFilter,
  DeliveryPage,
  DeliveryRecord,
  WebhookDeskCalls,
  WebhookIdentity,
} from './protocol.ts';
import { disableGone, findWebhook, type WebhookRecord } from '../../adapters/d1/webhooks.ts';
import { nextAttemptAt } from './schedule.ts';
import { type AttemptResult, sendAttempt, type Sender } from './send-attempt.ts';

/** A receiver gets this many requests at the same time. An alarm may have six connections. */
const AT_A_TIME = 4;

/** An alarm may run for 15 minutes. What is due after this time is for the next one. */
const RUN_MS = 60_000;

const TIMEOUT_MS = 15_000;

const ALARM_RETRY_MS = 30_000;

const GONE = 410;

/** The secrets are variables of it too. */
interface DeskEnv {
  readonly DB: D1Database;
  readonly LOCAL_DEVELOPMENT?: string;
  readonly OUTBOUND?: Fetcher;
}

/**
 * The deliveries of one webhook. Each webhook has a desk of its own, so a receiver that hangs delays no other
 * (decision 31).
 */
export class WebhookDesk extends DurableObject<DeskEnv> implements WebhookDeskCalls {
  #store: DeliveryStore | null = null;
  /** The requests of the alarm that runs: what becomes due meanwhile joins them. Empty without one. */
  readonly #sending = new Set<Promise<void>>();
  /** The time at which the alarm that runs sends nothing more. */
  #sendUntil = 0;

  /** Epoch milliseconds. Tests override it to move time. */
  protected now(): number {
    return Date.now();
  }

  /** Tests override it. */
  protected sender(): Sender {
    return {
      vault: openVault(readSecrets(this.env)),
      outbound: guardedFetch({ localDevelopment: this.env.LOCAL_DEVELOPMENT === 'true' }, this.env.OUTBOUND),
      now: () => this.now(),
    };
  }

  /** Tests override it. */
  protected random(): number {
    return Math.random();
  }

  get #deliveries(): DeliveryStore {
    this.#store ??= new DeliveryStore(this.ctx.storage);
    return this.#store;
  }

  get #database(): Database {
    return openDatabase(this.env.DB);
  }

  async accept(webhook: WebhookIdentity, events: readonly RecordedEvent[]): Promise<void> {
    this.ctx.storage.kv.put('webhook', webhook);
    this.#deliveries.add(events, this.now());
    this.#joinAlarm();
    await this.#scheduleAlarm();
  }

  list(filter: DeliveryFilter): DeliveryPage {
    return this.#deliveries.list(filter);
  }

  find(eventId: string): DeliveryRecord | null {
    return this.#deliveries.find(eventId);
  }

  async sendAgain(eventId: string): Promise<DeliveryRecord | null> {
    const delivery = this.#deliveries.sendAgain(eventId, this.now());
    this.#joinAlarm();
    await this.#scheduleAlarm();
    return delivery;
  }

  cancelPending(): void {
    this.#deliveries.cancelPending(this.now());
  }

  async remove(): Promise<void> {
    this.#store = null;
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  override async alarm(): Promise<void> {
    try {
      await this.#sendDue();
    } catch (error) {
      // The platform stops retrying an alarm that keeps throwing.
      console.error(JSON.stringify({ event: 'webhook_alarm_failed', cause: String(error) }));
      await this.ctx.storage.setAlarm(this.now() + ALARM_RETRY_MS);
    }
  }

  async #sendDue(): Promise<void> {
    this.#sendUntil = this.now() + RUN_MS;
    const webhook = await this.#findWebhook();
    if (webhook === null) return this.remove();
    if (webhook.disabledReason !== null) this.cancelPending();
    this.#startSending();
    while (this.#sending.size > 0) await Promise.race(this.#sending);
    if (!this.#isKept()) return;
    this.#deliveries.forgetOld(this.now());
    await this.#scheduleAlarm();
  }

  /** The platform runs one alarm at a time, so an event that arrives during one would wait for the slowest receiver. */
  #joinAlarm(): void {
    if (this.#sending.size > 0) this.#startSending();
  }

  #startSending(): void {
    while (this.#sending.size < AT_A_TIME && this.#mayStart()) {
      const sending = this.#sendInTurn().finally(() => this.#sending.delete(sending));
      // The alarm may wait for others at that moment. What was not sent is still due, so the next alarm sends it.
      sending.catch(() => {});
      this.#sending.add(sending);
    }
  }

  #mayStart(): boolean {
    const now = this.now();
    return now < this.#sendUntil && this.#isKept() && this.#deliveries.isDue(now);
  }

  async #sendInTurn(): Promise<void> {
    while (this.#mayStart()) {
      // Read for each attempt: a change of the address and a rotation hold from the next attempt on.
      const webhook = await this.#findWebhook();
      if (webhook === null || webhook.disabledReason !== null) return;
      const attempt = this.#deliveries.start(this.now());
      if (attempt === null) return;
      const { event } = attempt;
      const trace = event.trace === null ? startTrace() : childOf(event.trace);
      const result = await sendAttempt(this.sender(), { webhook, event, trace, timeoutMs: TIMEOUT_MS });
      await this.#finish(webhook, { ...attempt, trace }, result);
    }
  }

  async #finish(
    webhook: WebhookRecord,
    attempt: StartedAttempt & { readonly trace: TraceContext },
    result: AttemptResult,
  ): Promise<void> {
    if (!this.#isKept()) return;
    const now = this.now();
    const attempts = attempt.inSchedule;
    const next = nextAttemptAt({ ...result, attempts, endedAt: now }, () => this.random());
    this.#deliveries.finish(attempt, result, next, now);
    if (result.error === null) return;
    const { status, error } = result;
    const ids = { eventId: attempt.event.id, webhookId: webhook.id, ...traceFields(attempt.trace) };
    console.warn(JSON.stringify({ event: 'webhook_attempt_failed', ...ids, status, error }));
    if (status !== GONE) return;
    await disableGone(this.#database, webhook);
    if ((await this.#findWebhook())?.disabledReason !== null) this.cancelPending();
  }

  /** False if the webhook was deleted in the meantime. A write would keep the object. */
  #isKept(): boolean {
    return this.#identity() !== undefined;
  }

  /** The name of the object is not always set for alarms. */
  #identity(): WebhookIdentity | undefined {
    return this.ctx.storage.kv.get<WebhookIdentity>('webhook');
  }

  async #findWebhook(): Promise<WebhookRecord | null> {
    const identity = this.#identity();
    if (identity === undefined) return null;
    return findWebhook(this.#database, identity.workspaceId, identity.id);
  }

  async #scheduleAlarm(): Promise<void> {
    const due = this.#deliveries.nextDue();
    const current = await this.ctx.storage.getAlarm();
    if (due !== null && (current === null || due < current)) await this.ctx.storage.setAlarm(due);
  }
}
