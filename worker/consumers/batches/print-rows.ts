import { newId } from '../../../schema/ids.ts';
import type { Region } from '../../../renderer/browser-run/region.ts';
import type { PlanId } from '../../../schema/plans.ts';
import { childOf, startTrace, type TraceContext } from '../../../schema/trace-context.ts';
import type { BaseCtx } from '../../ctx.ts';
import type { Services } from '../../services.ts';
import type { Tracing } from '../../adapters/tracing/platform-trace.ts';
import type { BatchBell, ConsumerOrder, RowEnd, TakenRow } from '../../objects/batch/protocol.ts';
import { keepLease } from '../../verbs/make/keep-lease.ts';
import { runRow } from './run-row.ts';

/** Then the desk rings another consumer, because each has limits on its time, its CPU and its calls. */
const CONSUMER_MS = 120_000;
const ROWS_PER_CONSUMER = 100;

/**
 * A row that fails costs no credit and can be repeated. Its consumer rests this many times as long as the row took, up to the maximum: others
 * get the processor, and the service reads their requests, which it does not between calls inside of its own process.
 */
const REST_FACTOR = 4;
const MAX_REST_MS = 2_000;

export interface PrintRowsInput {
  readonly bell: BatchBell & { readonly laneId: string };
  /** A batch is printed where its request came from, and is part of the same trace. */
  readonly servicesIn: (region: Region | undefined, trace: TraceContext) => Services;
  readonly inBackground: (work: Promise<unknown>) => void;
  readonly tracing?: Tracing | undefined;
}

/** Prints rows, one after the other, until there is none. If it ends in the middle, the leases end, too. */
export async function printRows(ctx: BaseCtx, input: PrintRowsInput): Promise<void> {
  const { batchId, laneId } = input.bell;
  const until = Date.now() + CONSUMER_MS;
  const runnerId = newId('consumer');
  const desk = () => ctx.services.batchDesk(batchId);
  const order = await desk().consumerOrder();
  if (order === null) return;
  let plan: PlanId | null = null;
  let end: RowEnd | null = null;
  for (let rows = 0; ; rows += 1) {
    const hasTime = rows < ROWS_PER_CONSUMER && Date.now() < until;
    const fileId = hasTime ? newId('file') : null;
    const row: TakenRow | null = await desk().turn({ laneId, runnerId, fileId, plan, end });
    if (row === null) return;
    const startedAt = Date.now();
    const lease = { laneId, runnerId, index: row.index, fileId: row.fileId };
    const ran = await keepLease(
      () => desk().renewRow(lease),
      () => startRow(ctx, input, order, row),
    );
    plan = ran.plan ?? plan;
    end = ran.end;
    if (end.outcome === 'failed')
      await scheduler.wait(Math.min(REST_FACTOR * (Date.now() - startedAt), MAX_REST_MS));
  }
}

interface Ran {
  readonly end: RowEnd;
  /** It is null if the attempt did not start. */
  readonly plan: PlanId | null;
}

async function startRow(
  ctx: BaseCtx,
  input: PrintRowsInput,
  order: ConsumerOrder,
  row: TakenRow,
): Promise<Ran> {
  const { workspaceId, batchId } = input.bell;
  const { index, fileId, attempt } = row;
  const start = await ctx.services.ledger(workspaceId).startRow({ batchId, index, fileId, attempt });
  if (start.outcome !== 'started') return { plan: null, end: { index, fileId, ...start } };
  const trace = order.trace === undefined ? startTrace() : childOf(order.trace);
  const printServices = input.servicesIn(order.region, trace);
  const { inBackground, tracing } = input;
  const of = { workspaceId, batchId, order, row, start };
  const end = await runRow(ctx, { ...of, trace, printServices, inBackground, tracing });
  return { plan: start.plan, end };
}
