import { BELL_MS, leaseNow, newLease } from '../lease.ts';
import { newId } from '../../../schema/ids.ts';
import { PLANS } from '../../../schema/plans.ts';
import { SETTLING_TIME_MS } from '../ledger/admission/reservation-store.ts';
import type { BatchProgress } from './batch-progress.ts';
import { isRunning } from './batch-status.ts';
import { type BellSender, sendBells } from '../storage/send-bells.ts';
import { ConsumerLimit } from './consumer-limit.ts';
import type { ConsumerStore } from './consumer-store.ts';
import type { OutputProgress } from './output-progress.ts';
import {
  type BatchBell,
  isBusy,
  type RowEnd,
  type RowLease,
  type RowRefusal,
  type TakenRow,
  type Turn,
  waitMsOf,
} from './protocol.ts';
import type { RowStore } from './row-store.ts';
import type { StatusStore } from './status-store.ts';

/** After the ledger had no place for a row, one consumer asks again. */
const FULL_MS = 2_000;

export interface BatchBellsDeps extends BellSender<BatchBell> {
  readonly store: StatusStore;
  readonly rows: RowStore;
  readonly consumers: ConsumerStore;
  readonly progress: BatchProgress;
  readonly output: OutputProgress;
}

/** The consumers of a batch: as many as the plan lets rows run, and no more than there are rows. */
export class BatchBells {
  readonly #deps: BatchBellsDeps;
  /** A hint. Without it, consumers ask the ledger more often. */
  #fullUntil = 0;
  #isFull = false;
  /** A hint, too. */
  readonly #limit = new ConsumerLimit();

  constructor(deps: BatchBellsDeps) {
    this.#deps = deps;
  }

  /** Ends the row that the consumer had, and gives it the next one. It is null if the consumer has ended. */
  turn({ laneId, runnerId, fileId, plan, end }: Turn, now: number): TakenRow | null {
    const { consumers, progress } = this.#deps;
    if (plan !== null) progress.usePlan(plan);
    if (end !== null) this.#noteEnd(end, now);
    if (end !== null) progress.settle(end, now);
    const isWanted = end?.outcome !== 'refused' && consumers.count() <= this.#limit.consumers;
    const wantsRow = isWanted && fileId !== null;
    const holds = wantsRow && consumers.hold(laneId, runnerId, newLease());
    const taken = holds ? progress.take(fileId, now) : null;
    if (taken === null) consumers.leave(laneId, runnerId);
    return taken;
  }

  /** The consumer still prints the row. The ledger ends an attempt after a time, so its consumer must not hold the row longer. */
  renew({ laneId, runnerId, ...attempt }: RowLease, now: number): void {
    const { store, rows, consumers } = this.#deps;
    const longestMs = PLANS[store.status.plan].timeoutMs + SETTLING_TIME_MS;
    if (rows.renew(attempt, newLease(), now - longestMs)) consumers.renew(laneId, runnerId, newLease());
  }

  #noteEnd(end: RowEnd, now: number): void {
    if (end.outcome === 'refused') return this.#noteFull(end.refused, now);
    this.#isFull = false;
    if (end.outcome === 'made') this.#limit.noteMade(end.isCrowded === true);
    else if (isBusy(end)) this.#limit.noteBusy(this.#deps.store.status.rows.running);
  }

  /** A batch without credits is paused, and knows by itself when it goes on. */
  #noteFull(refused: RowRefusal, now: number): void {
    if (refused.refusal !== 'full' && refused.refusal !== 'PRINTS_LIMITED') return;
    this.#isFull = true;
    this.#fullUntil = now + Math.max(FULL_MS, waitMsOf(refused));
  }

  /** Call it after every change that lets a row start. */
  ring(now: number): void {
    const { store, consumers, output } = this.#deps;
    const { batchId, workspaceId } = store.order;
    consumers.removeLost(leaseNow());
    const laneIds = Array.from({ length: this.#missing(now) }, () => newId('consumer'));
    for (const laneId of laneIds) consumers.add(laneId, leaseNow() + BELL_MS);
    if (output.isDue(now)) {
      output.rang(now + BELL_MS);
      this.#send([{ workspaceId, batchId, laneId: null }]);
    }
    this.#send(laneIds.map((laneId) => ({ workspaceId, batchId, laneId })));
  }

  /** Returns the number of consumers that may still start now. */
  #missing(now: number): number {
    const { store, rows, consumers } = this.#deps;
    const { status } = store;
    if (!isRunning(status) || now < this.#fullUntil) return 0;
    const { maxRunningJobs } = PLANS[status.plan];
    const most = Math.min(maxRunningJobs, this.#limit.consumers);
    const wanted = Math.min(most, status.rows.running + rows.countDue(now, most));
    const missing = Math.max(0, wanted - consumers.count());
    return this.#isFull ? Math.min(1, missing) : missing;
  }

  #send(bells: readonly BatchBell[]): void {
    sendBells(this.#deps, bells, 'batch_bells_failed');
  }

  /** Epoch milliseconds. It is null if no consumer is rung by the alarm. */
  nextDue(now: number): number | null {
    const { store, rows, consumers } = this.#deps;
    const lost = consumers.nextDue();
    const turn = isRunning(store.status) ? rows.nextTurn() : null;
    // A row that is due waits for a consumer. If all places are taken, it waits until the next look for one.
    const later = turn !== null && turn <= now ? (now < this.#fullUntil ? this.#fullUntil : null) : turn;
    const times = [lost, later].filter((time) => time !== null);
    return times.length === 0 ? null : Math.min(...times);
  }
}
