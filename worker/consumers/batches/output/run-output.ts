import { newId } from '../../../../schema/ids.ts';
import { childOf, startTrace, traceFields } from '../../../../schema/trace-context.ts';
import { ApiError } from '../../../lib/api-error.ts';
import type { BaseCtx } from '../../../ctx.ts';
import { logCause } from '../../../adapters/d1/log-cause.ts';
import { batchOutputKey } from '../../../adapters/r2/keys.ts';
import type { BatchBell, OutputEnd, OutputTask } from '../../../objects/batch/protocol.ts';
import { keepLease } from '../../../verbs/make/keep-lease.ts';
import { LEASE_MS } from '../../../objects/lease.ts';
import type { OutputRow } from './output-row.ts';

/** A consumer of a queue may run for 15 minutes. */
const MAX_MS = 13 * 60_000;

/** The largest archive or merged PDF (contract 14.5). */
const MAX_OUTPUT_BYTES = 4_000_000_000;

const ROWS_PER_CALL = 500;

/** Makes one attempt, unless another one runs. The desk decides what follows from a failure. */
export async function runOutput(ctx: BaseCtx, { batchId }: BatchBell): Promise<void> {
  const outputId = newId('output');
  const desk = ctx.services.batchDesk(batchId);
  const task = await desk.takeOutput(outputId, LEASE_MS);
  if (task === null) return;
  const startedAt = Date.now();
  const end = await attempt(ctx, { batchId, outputId, task });
  const settled = await desk.settleOutput(outputId, end);
  const superseded = settled.outcome === 'refused' ? outputId : settled.replaced;
  if (superseded !== null) await ctx.services.fileStore.delete([batchOutputKey(batchId, superseded)]);
  const { workspaceId, requestId, output } = task;
  const trace = task.trace === undefined ? startTrace() : childOf(task.trace);
  const durationMs = Date.now() - startedAt;
  const ids = { batchId, requestId, ...traceFields(trace), workspaceId };
  const line = { event: 'batch_output', ...ids, output, outcome: end.outcome, durationMs };
  console.log(JSON.stringify({ ...line, isRefused: settled.outcome === 'refused' }));
}

interface Attempt {
  readonly batchId: string;
  readonly outputId: string;
  readonly task: OutputTask;
}

async function attempt(ctx: BaseCtx, { batchId, outputId, task }: Attempt): Promise<OutputEnd> {
  const { workspaceId, output, createdAt, expiresAt } = task;
  if (output === 'files') return { outcome: 'none' };
  try {
    // Loaded at first use, like all that a generation does not need.
    const { assembleOutput } = await import('./assemble-output.ts');
    const lease = leaseOf(ctx, batchId, outputId);
    const assembled = await keepLease(lease.renew, () =>
      assembleOutput(ctx, {
        batchId,
        workspaceId,
        type: output,
        outputId,
        rows: listRows(ctx, batchId),
        createdAt,
        expiresAt,
        maxBytes: MAX_OUTPUT_BYTES,
        onPiece: lease.check,
      }),
    );
    return assembled.outcome === 'made' ? { ...assembled, outcome: 'ready' } : { outcome: 'none' };
  } catch (error) {
    if (error instanceof ApiError) {
      logCause(error, task.requestId);
      const { code, message, details } = error;
      return { outcome: 'failed', error: { code, message, details } };
    }
    console.error(JSON.stringify({ event: 'batch_output_lost', batchId, cause: String(error) }));
    return { outcome: 'lost' };
  }
}

async function* listRows({ services }: BaseCtx, batchId: string): AsyncGenerator<OutputRow> {
  for (let after = -1; ;) {
    const rows = await services.batchDesk(batchId).listMade(after, ROWS_PER_CALL);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_PER_CALL) return;
    after = last.index;
  }
}

/** `check` throws if the attempt does not count any more, or its time has passed. */
function leaseOf({ services }: BaseCtx, batchId: string, outputId: string) {
  const until = Date.now() + MAX_MS;
  let isLost = false;
  return {
    renew: async (): Promise<void> => {
      const task = await services.batchDesk(batchId).takeOutput(outputId, LEASE_MS);
      isLost ||= task === null;
    },
    check: async (): Promise<void> => {
      if (Date.now() > until) throw new Error('The output was not made in time');
      if (isLost) throw new Error('The batch was canceled, or another attempt has started');
    },
  };
}
