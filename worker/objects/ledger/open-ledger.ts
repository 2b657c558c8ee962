import { R2Store } from '../../adapters/r2/r2.ts';
import { openDatabase } from '../../adapters/d1/database.ts';
import { saveReport } from '../../adapters/d1/metrics.ts';
import { handOutEvents } from './events/hand-out-events.ts';
import { AccountStore } from './admission/account-store.ts';
import { Admitting } from './admission/admitting.ts';
import { LedgerAlarm } from './alarm.ts';
import { AlarmWork } from './alarm-work.ts';
import { BatchBook } from './batches/batch-book.ts';
import { BatchList } from './batches/batch-list.ts';
import { BatchRows } from './batches/batch-rows.ts';
import { BatchSweep } from './batches/batch-sweep.ts';
import { Closing } from './closing.ts';
import { Committing } from './admission/committing.ts';
import { CopyIndex } from './files/copy-index.ts';
import { Events } from './events/events.ts';
import { FileGroups } from './files/file-groups.ts';
import { FileIndex } from './files/file-index.ts';
import { JobBells } from './jobs/job-bells.ts';
import { JobBook } from './jobs/job-book.ts';
import { JobSettling } from './jobs/job-settling.ts';
import { JobStore } from './jobs/job-store.ts';
import { LedgerCopy } from './backup/ledger-copy.ts';
import type { LedgerEnv } from './ledger-env.ts';
import { LEDGER_SCHEMA } from './ledger-schema.ts';
import { LedgerMetrics } from './counts/ledger-metrics.ts';
import { LostTime } from './admission/lost-time.ts';
import { MetricTotals } from './counts/metric-totals.ts';
import { Places } from './jobs/places.ts';
import { Previews } from './admission/previews.ts';
import { Releasing } from './admission/releasing.ts';
import { RequestCounts } from './counts/request-counts.ts';
import { ReservationStore } from './admission/reservation-store.ts';
import { Reserving } from './admission/reserving.ts';
import { RowAttempts } from './batches/row-attempts.ts';
import { RowSettling } from './batches/row-settling.ts';
import { ServiceReport } from './counts/service-report.ts';
import { StoredSize } from './files/stored-size.ts';
import { UploadedBytes } from './files/uploaded-bytes.ts';
import { UsageCounts } from './counts/usage-counts.ts';
import { Waiting } from '../storage/waiting.ts';

export interface LedgerHost {
  readonly storage: DurableObjectStorage;
  readonly env: () => LedgerEnv;
  readonly now: () => number;
  /** Runs work that the caller does not wait for. */
  readonly inBackground: (work: Promise<unknown>) => void;
}

/** The calls of a ledger get this as their first argument. */
export type OpenLedger = ReturnType<typeof openLedger>;

/** Opens the tables of a ledger, and what works on them. */
export function openLedger({ storage, env, now, inBackground }: LedgerHost) {
  LEDGER_SCHEMA.createIn(storage);
  const { sql } = storage;
  const copies = new CopyIndex(sql);
  const uploads = new UploadedBytes(sql);
  const accounts = new AccountStore(sql);
  const reservations = new ReservationStore(sql);
  const inTransaction = <Result>(work: () => Result): Result => {
    try {
      return storage.transactionSync(work);
    } catch (error) {
      accounts.forget();
      reservations.forget();
      throw error;
    }
  };
  const counts = new UsageCounts(sql);
  const requests = new RequestCounts(sql);
  const stores = {
    accounts,
    reservations,
    copies,
    uploads,
    files: new FileIndex(sql, { copies, uploads }),
    groups: new FileGroups(sql),
    counts,
    requests,
    totals: new MetricTotals(sql, { counts, requests, inTransaction }),
    lostTime: new LostTime(sql, 'lost_time'),
    jobs: new JobStore(sql),
    batches: new BatchList(sql),
    batchRows: new BatchRows(sql),
    closing: new Closing(sql, new R2Store(env().TEMPLATES)),
    objects: new R2Store(env().FILES),
    waiting: new Waiting(),
    events: new Events(sql, now, (events) => handOutEvents(env(), accounts.workspaceId(), events)),
    inTransaction,
    now,
  };
  const metrics = new LedgerMetrics({ ...stores, storedSize: new StoredSize(sql) });
  const report = new ServiceReport(sql, async (at) => {
    if (accounts.isClosed()) return;
    await saveReport(openDatabase(env().DB), accounts.workspaceId(), metrics.read(at), at);
  });
  const places = new Places(stores);
  const bells = new JobBells({ ...stores, places, queue: () => env().JOBS, inBackground });
  const settling = new JobSettling({ ...stores, bells });
  const rowSettling = new RowSettling({ ...stores, bells });
  const reserving = new Reserving(stores);
  const releasing = new Releasing({ ...stores, settling, rowSettling });
  const jobBook = new JobBook({ ...stores, settling, bells, places, reserving, releasing });
  const batchBook = new BatchBook({ ...stores, bells, reserving });
  const batchSweep = new BatchSweep({ ...stores, batchBook, desks: () => env().BATCH_DESK });
  const alarmWork = new AlarmWork({
    ...stores,
    sql,
    bells,
    releasing,
    batchSweep,
    report,
    copyQueue: () => env().COPIES,
  });
  return {
    ...stores,
    alarm: new LedgerAlarm(storage, alarmWork, now),
    previews: new Previews(sql),
    copy: new LedgerCopy(sql),
    metrics,
    reserving,
    releasing,
    jobBook,
    batchBook,
    batchSweep,
    rowAttempts: new RowAttempts({ ...stores, places, reserving, releasing, rowSettling }),
    admitting: new Admitting({ ...stores, reserving, jobBook }),
    committing: new Committing({ ...stores, releasing, settling, rowSettling }),
    inBackground,
    /** Nobody waits for it. If it fails, the alarm repeats it. */
    handOutEvents(): void {
      if (stores.events.outbox.mayHaveEvents) inBackground(stores.events.handOut());
    },
    /** After a call that changes what is counted. Nobody waits for it. */
    reportMetrics(): void {
      if (report.isDue(now())) inBackground(report.sendIfDue(now()));
    },
  };
}
