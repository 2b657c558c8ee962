import { IDEMPOTENCY_WINDOW_MS, type PlanId, PLANS } from '../../../../schema/plans.ts';
import type { BatchRecord } from '../../batch/protocol.ts';
import type {
  BatchAccepted,
  BatchFilter,
  BatchOpened,
  BatchOpening,
  BatchPage,
  BatchReport,
} from './batch-protocol.ts';
import type { AccountStore } from '../admission/account-store.ts';
import type { BatchList, ListedBatch } from './batch-list.ts';
import type { BatchRows } from './batch-rows.ts';
import type { Events } from '../events/events.ts';
import type { JobBells } from '../jobs/job-bells.ts';
import type { IdempotencyClaim, Refused } from '../protocol.ts';
import { SECOND_SWEEP_MS } from '../admission/releasing.ts';
import { SETTLING_TIME_MS } from '../admission/reservation-store.ts';
import type { Reserving } from '../admission/reserving.ts';

/** If the desk does not report within this time, the alarm wakes it. */
export const WAKE_MS = 15_000;

/** The time at which a workspace with too many batches may try again. */
const LIMIT_RETRY_SECONDS = 30;

/** The newest batches that have ended are kept, up to this number (contract 14.6). */
const MAX_ENDED = 1_000;

export interface BatchBookDeps {
  readonly accounts: AccountStore;
  readonly batches: BatchList;
  readonly batchRows: BatchRows;
  readonly bells: JobBells;
  readonly events: Events;
  readonly reserving: Reserving;
  readonly inTransaction: <Result>(work: () => Result) => Result;
  readonly now: () => number;
}

/** The batches of one workspace, from their acceptance to their end. The truth about rows is in the desks. */
export class BatchBook {
  readonly #deps: BatchBookDeps;

  constructor(deps: BatchBookDeps) {
    this.#deps = deps;
  }

  /** Makes the row before anything is stored: rows without a batch would never be deleted. Can be repeated. */
  open(opening: BatchOpening): BatchOpened {
    const { accounts, batches } = this.#deps;
    const now = this.#deps.now();
    if (accounts.isClosed()) return { outcome: 'refused', refused: { refusal: 'WORKSPACE_NOT_FOUND' } };
    const { batchId, keyId, environment, createdAt, deadline, idempotencyKey } = opening;
    const known = this.#holder(environment, idempotencyKey, now);
    if (known !== null) return known;
    const plan = accounts.plan() ?? opening.plan;
    if (batches.find(batchId) !== null) return { outcome: 'opened' };
    const refused = this.#refuse(opening, plan, now);
    if (refused !== null) return { outcome: 'refused', refused };
    batches.save({
      batchId,
      state: 'arriving',
      keyId,
      plan,
      environment,
      idempotencyKey: null,
      bodyHash: null,
      createdAt,
      dueAt: deadline + SETTLING_TIME_MS,
      expiresAt: null,
      revision: 0,
      wanted: 0,
      pauses: 0,
      ends: 0,
      record: null,
    });
    return { outcome: 'opened' };
  }

  #refuse({ environment }: Pick<BatchOpening, 'environment'>, plan: PlanId, now: number): Refused | null {
    const { batches, reserving } = this.#deps;
    const refused = reserving.refuseCredit(environment, PLANS[plan], now);
    if (refused !== null) return refused;
    return batches.countOpen() < PLANS[plan].maxOpenBatches
      ? null
      : { refusal: 'BATCH_LIMIT_REACHED', retryAfterSeconds: LIMIT_RETRY_SECONDS };
  }

  #holder(environment: ListedBatch['environment'], key: string | null, now: number) {
    if (key === null) return null;
    const holder = this.#deps.batches.ofClaim(environment, key, now - IDEMPOTENCY_WINDOW_MS);
    if (holder === null) return null;
    return { outcome: 'known', batchId: holder.batchId, bodyHash: holder.bodyHash ?? '' } as const;
  }

  /** The rows are stored. Of two requests with the same idempotency key, the first to arrive here is accepted. */
  accept(record: BatchRecord, claim: IdempotencyClaim | null): BatchAccepted {
    const { accounts, batches, inTransaction } = this.#deps;
    const now = this.#deps.now();
    if (accounts.isClosed()) return { outcome: 'closed' };
    const batch = batches.find(record.batchId);
    if (batch === null || batch.state === 'dropped') return { outcome: 'late' };
    if (batch.state !== 'arriving') return { outcome: 'accepted' };
    return inTransaction(() => {
      const known = this.#holder(batch.environment, claim?.key ?? null, now);
      if (known !== null) return known;
      const claimed = { idempotencyKey: claim?.key ?? null, bodyHash: claim?.bodyHash ?? null };
      const wanted = record.rows.queued;
      batches.save({ ...batch, ...claimed, state: 'queued', dueAt: now + WAKE_MS, wanted, record });
      return { outcome: 'accepted' } as const;
    });
  }

  /** The acceptance failed. Rows may be stored, now or a little later. */
  drop(batchId: string): void {
    const { batches, now } = this.#deps;
    const batch = batches.find(batchId);
    if (batch?.state !== 'arriving') return;
    batches.save({ ...batch, state: 'dropped', dueAt: now() + SECOND_SWEEP_MS });
  }

  /** Batches whose rows did not arrive in time. */
  dropLate(now: number): void {
    const { batches } = this.#deps;
    for (const batch of batches.due(now)) if (batch.state === 'arriving') this.drop(batch.batchId);
  }

  /** Can be repeated: each pause and each end is one event. */
  note({ record, revision, pauses, ends }: BatchReport): void {
    const { accounts, batches, bells, events, inTransaction, now } = this.#deps;
    const batch = batches.find(record.batchId);
    if (batch === null || accounts.isClosed() || revision <= batch.revision) return;
    const { state, rows, expiresAt } = record;
    const wanted = state === 'queued' || state === 'running' ? rows.queued + rows.running : 0;
    inTransaction(() => {
      batches.save({ ...batch, state, expiresAt, revision, wanted, pauses, ends, record, dueAt: null });
      if (pauses > batch.pauses) events.batchPaused(record, now());
      if (ends > batch.ends) events.batchEnded(record, now());
      if (expiresAt !== null) batches.expireBeyond(MAX_ENDED, now());
      bells.ring(now());
    });
  }

  /** Before the failed rows of a batch that has ended are queued again. It is null if it may. */
  reopen(batchId: string): Refused | null {
    const { batches } = this.#deps;
    const now = this.#deps.now();
    const batch = batches.find(batchId);
    if (batch === null) return { refusal: 'WORKSPACE_NOT_FOUND' };
    const plan = this.#deps.accounts.plan() ?? batch.plan;
    if (batches.countOpen() >= PLANS[plan].maxOpenBatches) {
      return { refusal: 'BATCH_LIMIT_REACHED', retryAfterSeconds: LIMIT_RETRY_SECONDS };
    }
    batches.save({ ...batch, state: 'queued', expiresAt: null, dueAt: now + WAKE_MS });
    return null;
  }

  /** Returns null if a row of the batch would get a credit. */
  refuseCredit(batchId: string): Refused | null {
    const { accounts, batches, reserving, now } = this.#deps;
    const batch = batches.find(batchId);
    if (batch === null || accounts.isClosed()) return { refusal: 'WORKSPACE_NOT_FOUND' };
    return reserving.refuseCredit(batch.environment, PLANS[accounts.plan() ?? batch.plan], now());
  }

  list(filter: BatchFilter): BatchPage {
    const { accounts, batches, now } = this.#deps;
    if (accounts.isClosed()) return { batches: [], more: false };
    const { rows, more } = batches.list(filter, now());
    return { batches: rows.flatMap(({ record }) => record ?? []), more };
  }

  /** The desk has deleted the rows. */
  remove(batchId: string): void {
    const { batches, batchRows, inTransaction } = this.#deps;
    inTransaction(() => {
      batchRows.removeBatch(batchId);
      batches.remove(batchId);
    });
  }
}
