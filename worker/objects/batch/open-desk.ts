import { Schema } from '../storage/tables.ts';
import { Waiting } from '../storage/waiting.ts';
import type { Ledger } from '../ledger/client.ts';
import { BatchBells } from './batch-bells.ts';
import { BatchProgress } from './batch-progress.ts';
import { DeskWork } from './desk-work.ts';
import { CONSUMER_TABLES, ConsumerStore } from './consumer-store.ts';
import { OutputProgress } from './output-progress.ts';
import { ROW_TABLES, RowStore } from './row-store.ts';
import type { BatchBell } from './protocol.ts';
import { StatusStore } from './status-store.ts';

export const BATCH_DESK_SCHEMA = new Schema([ROW_TABLES, CONSUMER_TABLES]);

export interface DeskHost {
  readonly ctx: DurableObjectState;
  readonly queue: () => Queue<BatchBell>;
  readonly ledger: () => Ledger;
  readonly now: () => number;
  readonly store: StatusStore;
}

export type DeskDeps = ReturnType<typeof openDesk>;

/** The tables of a batch's desk, and what works on them. */
export function openDesk({ ctx, queue, ledger, now, store }: DeskHost) {
  const { storage } = ctx;
  BATCH_DESK_SCHEMA.createIn(storage);
  const inTransaction = <Result>(run: () => Result): Result => storage.transactionSync(run);
  const rows = new RowStore(storage.sql);
  const consumers = new ConsumerStore(storage.sql);
  const progress = new BatchProgress(store, rows);
  const output = new OutputProgress(store);
  const inBackground = (work: Promise<unknown>) => ctx.waitUntil(work);
  const bells = new BatchBells({
    store,
    rows,
    consumers,
    progress,
    output,
    queue,
    inBackground,
  });
  const work = new DeskWork({ store, rows, progress, output, bells, inTransaction, ledger, now });
  return { store, rows, progress, output, bells, work, waiting: new Waiting(), inTransaction };
}
