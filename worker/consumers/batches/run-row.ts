import { PrintCancelled } from '@platen/print-engine';
import { MAX_ROW_BYTES } from '../../../schema/batches.ts';
import { rowContent } from '../../../schema/api/batches.ts';
import { type TraceContext, traceFields } from '../../../schema/trace-context.ts';
import type { BaseCtx, Ctx } from '../../ctx.ts';
import { type Attempted, runAttempt } from '../../verbs/make/run-attempt.ts';
import { logCause } from '../../adapters/d1/log-cause.ts';
import { readJson } from '../../lib/memory/read-json.ts';
import { RequestMemory } from '../../lib/memory/request-memory.ts';
import { describeFailure } from '../../verbs/make/reservation.ts';
import { type LaneTerms, type OpenLane, openEdgeLane } from '../../verbs/make/open-lane.ts';
import { printLimits } from '../../verbs/make/print-limits.ts';
import type { Services } from '../../services.ts';
import { requireVault } from '../../verbs/targets/require-vault.ts';
import { toApiError } from '../../lib/to-api-error.ts';
import type { Tracing } from '../../adapters/tracing/platform-trace.ts';
import { openRowText } from '../../verbs/batches/row-sealing.ts';
import type { LaneOrder, RowEnd, RowStart, TakenRow } from '../../objects/batch/protocol.ts';
import { readRowText } from './row-texts.ts';

export interface RunRowInput {
  readonly workspaceId: string;
  readonly batchId: string;
  readonly order: LaneOrder;
  readonly row: TakenRow;
  readonly start: Extract<RowStart, { outcome: 'started' }>;
  readonly trace: TraceContext;
  /** Of the region in which the batch is printed. */
  readonly printServices: Services;
  readonly inBackground: (work: Promise<unknown>) => void;
  readonly tracing: Tracing | undefined;
}

/** Prints a row whose file the ledger has reserved. */
export async function runRow(ctx: BaseCtx, input: RunRowInput): Promise<RowEnd> {
  const { workspaceId, batchId, order, row, start, printServices, inBackground, tracing } = input;
  const { index, fileId } = row;
  const attempted = await runAttempt(ctx, {
    workspaceId,
    fileId,
    attempt: { ...start, ...order },
    inBackground,
    tracing,
    isBackground: true,
    open: (workspaceCtx, terms, phases) =>
      phases.measure('body', () => openRow({ ...workspaceCtx, services: printServices }, terms, input)),
  });
  logRow(input, attempted);
  if (attempted.file !== null) {
    const { isCrowded } = attempted;
    return {
      index,
      fileId,
      outcome: 'made',
      file: { fileId, expiresAt: attempted.file.expiresAt },
      isCrowded,
    };
  }
  // The answer to the commit may have been lost, and the release too.
  const [made = null] = await ctx.services.ledger(workspaceId).endRows(batchId, [{ index, fileId }]);
  return made === null
    ? { index, fileId, outcome: 'failed', reason: describeFailure(attempted.failure) }
    : { index, fileId, outcome: 'made', file: made };
}

async function openRow(ctx: Ctx, terms: LaneTerms, { batchId, order, row }: RunRowInput): Promise<OpenLane> {
  const stored = await readRowText(ctx.services.fileStore, batchId, row.place);
  if (stored === null) throw new Error('The text of the row is missing');
  const memory = new RequestMemory(ctx.workspace.id, printLimits(ctx, terms.startedAt).deadline);
  try {
    const limits = { maxBytes: MAX_ROW_BYTES, tooLarge: 'row: is too large' };
    const text = order.isSealed
      ? new Blob([await openRowText(requireVault(ctx), { batchId, index: row.index }, stored)]).stream()
      : stored;
    const content = rowContent.parse(await readJson(text, limits, memory));
    const { template: templateId, options, thumbnail } = order;
    const body = { ...content, templateId, options, thumbnail };
    return { lane: openEdgeLane(ctx, terms, { body, json: body, memory }), close: () => memory.release() };
  } catch (error) {
    memory.release();
    throw error;
  }
}

/** Like the line of a request, it has no content. */
function logRow({ workspaceId, batchId, order, row, trace }: RunRowInput, attempted: Attempted): void {
  const { requestId, keyId } = order;
  const { phases, startedAt, failure } = attempted;
  const isCanceled = failure instanceof PrintCancelled;
  const error = attempted.file !== null || isCanceled ? null : toApiError(failure);
  if (error !== null) logCause(error, requestId);
  const durationMs = Date.now() - startedAt;
  const { index, attempt } = row;
  const of = { batchId, index, attempt, requestId, ...traceFields(trace), workspaceId, keyId };
  console.log(
    JSON.stringify({ event: 'row', ...of, code: error?.code ?? null, isCanceled, durationMs, phases }),
  );
}
