import { DurableObject } from 'cloudflare:workers';
import { type LedgerEnv, type LedgerDeps, openLedger } from './open-ledger.ts';

/** What all calls of a ledger need. */
export abstract class LedgerObject extends DurableObject<LedgerEnv> {
  protected readonly deps: LedgerDeps;
  /** When the alarm comes, if it is set and known. Nothing else sets it. */
  #alarmAt: number | null = null;

  constructor(ctx: DurableObjectState, env: LedgerEnv) {
    super(ctx, env);
    this.deps = openLedger({
      storage: ctx.storage,
      env: () => this.env,
      now: () => this.now(),
      inBackground: (work) => ctx.waitUntil(work),
    });
    // The name is set for calls, but not always for alarms.
    if (ctx.id.name !== undefined) this.deps.accounts.rememberWorkspace(ctx.id.name);
  }

  /** Epoch milliseconds. Tests override it to move time. */
  protected now(): number {
    return Date.now();
  }

  /** Nobody waits for it. If it fails, the alarm repeats it. */
  protected handOutEvents(): void {
    if (this.deps.events.outbox.mayHaveEvents) this.ctx.waitUntil(this.deps.events.handOut());
  }

  /** After a call that changes what is counted. Nobody waits for it. */
  protected reportMetrics(): void {
    const now = this.now();
    if (this.deps.report.isDue(now)) this.ctx.waitUntil(this.deps.report.sendIfDue(now));
  }

  /** @param added when the first thing is due that this call has added; undefined if it may have changed more */
  protected async scheduleAlarm(added?: number): Promise<void> {
    const current = (this.#alarmAt ??= await this.ctx.storage.getAlarm());
    if (added !== undefined && current !== null && current <= added) return;
    const due = this.deps.alarmWork.nextDue();
    if (due !== null && (current === null || due < current)) await this.setAlarm(due);
  }

  protected async setAlarm(at: number): Promise<void> {
    this.#alarmAt = at;
    await this.ctx.storage.setAlarm(at);
  }

  /** It is no longer set. */
  protected alarmHasCome(): void {
    this.#alarmAt = null;
  }
}
