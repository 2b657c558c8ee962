import type { R2Store } from '../../adapters/r2/r2.ts';
import type { AccountStore } from './admission/account-store.ts';
import { BATCHES_DUE, type BatchList } from './batches/batch-list.ts';
import type { BatchSweep } from './batches/batch-sweep.ts';
import { type Closing, CLOSING_DUE } from './closing.ts';
import { COPIES_DUE, type CopyIndex } from './files/copy-index.ts';
import type { Events } from './events/events.ts';
import { FILES_DUE, type FileIndex } from './files/file-index.ts';
import type { JobBells } from './jobs/job-bells.ts';
import type { JobStore } from './jobs/job-store.ts';
import type { MetricTotals } from './counts/metric-totals.ts';
import { dropLateJobs, releaseLostJobs, removeJobs, sweepJobs } from './jobs/job-sweep.ts';
import { OUTBOX_DUE } from './events/outbox.ts';
import type { CopyTask } from './protocol.ts';
import type { RequestCounts } from './counts/request-counts.ts';
import type { Releasing } from './admission/releasing.ts';
import { RESERVATIONS_DUE, type ReservationStore } from './admission/reservation-store.ts';
import type { ServiceReport } from './counts/service-report.ts';
import { firstRow, toColumns } from '../storage/sql-row.ts';
import { queueCopies, sweepFiles, sweepReservations } from './files/sweep.ts';
import type { UsageCounts } from './counts/usage-counts.ts';
import type { Waiting } from '../storage/waiting.ts';

/** One statement, because every call asks. */
const DUE_TIMES = toColumns([
  ...RESERVATIONS_DUE,
  ...FILES_DUE,
  ...COPIES_DUE,
  ...CLOSING_DUE,
  ...BATCHES_DUE,
  ...OUTBOX_DUE,
]);

export interface AlarmWorkDeps {
  readonly sql: SqlStorage;
  readonly accounts: AccountStore;
  readonly reservations: ReservationStore;
  readonly copies: CopyIndex;
  readonly files: FileIndex;
  readonly counts: UsageCounts;
  readonly requests: RequestCounts;
  readonly totals: MetricTotals;
  readonly report: ServiceReport;
  readonly jobs: JobStore;
  readonly bells: JobBells;
  readonly batches: BatchList;
  readonly batchSweep: BatchSweep;
  readonly closing: Closing;
  readonly waiting: Waiting;
  readonly objects: R2Store;
  readonly copyQueue: () => Queue<CopyTask>;
  readonly releasing: Releasing;
  readonly events: Events;
}

/** The alarm of a ledger does this. Each step can be repeated. */
export class AlarmWork {
  readonly #deps: AlarmWorkDeps;

  constructor(deps: AlarmWorkDeps) {
    this.#deps = deps;
  }

  async run(now: number): Promise<void> {
    const { accounts, reservations, copies, files, counts, requests, jobs, bells, closing } = this.#deps;
    const { waiting, objects, copyQueue, releasing, events, batchSweep, totals, report } = this.#deps;
    const isClosed = accounts.isClosed();
    // First: clients wait for jobs, and for nothing else here.
    dropLateJobs(jobs, waiting, now);
    bells.ring(now);
    await sweepReservations(reservations, objects, (lapsed) => releasing.release(lapsed, null, now), now);
    if (!isClosed) releaseLostJobs(this.#deps, now);
    const until = isClosed ? Number.MAX_SAFE_INTEGER : now;
    await sweepFiles(files, objects, (fileIds) => releasing.forget(fileIds, 'retention', now), until);
    await (isClosed ? removeJobs(jobs, objects, now) : sweepJobs(jobs, objects, now));
    await (isClosed ? batchSweep.removeAll() : batchSweep.run(now));
    await closing.sweep(accounts.workspaceId(), () => this.#isAllRemoved());
    reservations.forgetLapsedIdempotencyKeys(now);
    totals.addEndedDays(now);
    counts.forgetOld(now);
    requests.forgetOld(now);
    if (!isClosed) await queueCopies(copies, copyQueue(), accounts.workspaceId(), now);
    await events.handOut();
    await report.sendIfDue(now);
  }

  /** Returns whether nothing but the templates is left of a deleted workspace. */
  #isAllRemoved(): boolean {
    const { files, bells, batches } = this.#deps;
    return files.isEmpty && bells.nextDue() === null && batches.firstCreated() === null;
  }

  /** Epoch milliseconds. It is null if nothing is due. */
  nextDue(): number | null {
    const { sql, bells } = this.#deps;
    const times = [...Object.values(firstRow(sql, DUE_TIMES) ?? {}), bells.nextDue()];
    const due = times.filter((time) => typeof time === 'number');
    return due.length === 0 ? null : Math.min(...due);
  }
}
