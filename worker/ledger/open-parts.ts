import type { Env } from '../env.ts';
import { R2Store } from '../storage/r2.ts';
import { openDatabase } from '../database.ts';
import { saveReport } from '../metrics/queries.ts';
import { handOutEvents } from '../webhooks/hand-out-events.ts';
import { AccountStore } from './account-store.ts';
import { Admitting } from './admitting.ts';
import { AlarmWork } from './alarm-work.ts';
import { BatchBook } from './batch-book.ts';
import { BatchList } from './batch-list.ts';
import { BatchRows } from './batch-rows.ts';
import { BatchSweep } from './batch-sweep.ts';
import { Closing } from './closing.ts';
import { Committing } from './committing.ts';
import { CopyIndex } from './copy-index.ts';
import { Events } from './events.ts';
import { FileGroups } from './file-groups.ts';
import { FileIndex } from './file-index.ts';
import { JobBells } from './job-bells.ts';
import { JobDesk } from './job-desk.ts';
import { JobSettling } from './job-settling.ts';
import { JobStore } from './job-store.ts';
import { LedgerCopy } from './ledger-copy.ts';
import { LedgerIds } from './ledger-ids.ts';
import { LEDGER_SCHEMA } from './ledger-schema.ts';
import { LedgerMetrics } from './ledger-metrics.ts';
import { LostTime } from './lost-time.ts';
import { MetricTotals } from './metric-totals.ts';
import { Places } from './places.ts';
import { Previews } from './previews.ts';
import { Releasing } from './releasing.ts';
import { RequestCounts } from './request-counts.ts';
import { ReservationStore } from './reservation-store.ts';
import { Reserving } from './reserving.ts';
import { Restoring } from './restoring.ts';
import { RowAttempts } from './row-attempts.ts';
import { RowSettling } from './row-settling.ts';
import { ServiceReport } from './service-report.ts';
import { StoredSize } from './stored-size.ts';
import { UsageCounts } from './usage-counts.ts';
import { Waiting } from './waiting.ts';

export type LedgerEnv = Pick<
  Env,
  'FILES' | 'TEMPLATES' | 'COPIES' | 'JOBS' | 'DB' | 'WEBHOOK_DESK' | 'BATCH_DESK' | 'LEDGER_AWAKE_SECONDS'
>;

export interface LedgerHost {
  readonly storage: DurableObjectStorage;
  readonly env: () => LedgerEnv;
  readonly now: () => number;
  /** Runs work that the caller does not wait for. */
  readonly inBackground: (work: Promise<unknown>) => void;
}

export type LedgerParts = ReturnType<typeof openParts>;

/** The tables of a ledger, and what works on them. */
export function openParts({ storage, env, now, inBackground }: LedgerHost) {
  LEDGER_SCHEMA.createIn(storage);
  const { sql } = storage;
  const copies = new CopyIndex(sql);
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
    files: new FileIndex(sql, copies),
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
  const ids = new LedgerIds(sql);
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
  const desk = new JobDesk({ ...stores, settling, bells, places, reserving, releasing });
  const batchBook = new BatchBook({ ...stores, bells, reserving });
  const batchSweep = new BatchSweep({ ...stores, batchBook, desks: () => env().BATCH_DESK });
  return {
    ...stores,
    previews: new Previews(sql),
    copy: new LedgerCopy(sql, ids),
    restoring: new Restoring(sql, { ...stores, ids }),
    metrics,
    report,
    reserving,
    releasing,
    desk,
    batchBook,
    batchSweep,
    rowAttempts: new RowAttempts({ ...stores, places, reserving, releasing, rowSettling }),
    admitting: new Admitting({ ...stores, reserving, desk }),
    committing: new Committing({ ...stores, releasing, settling, rowSettling }),
    alarmWork: new AlarmWork({
      ...stores,
      sql,
      bells,
      releasing,
      batchSweep,
      report,
      copyQueue: () => env().COPIES,
    }),
  };
}
