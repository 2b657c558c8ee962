import { MAX_ROW_BYTES } from '../../../schema/batches.ts';
import { rowContent } from '../../../schema/api/batches.ts';
import { type TraceContext, traceFields } from '../../../schema/trace-context.ts';
import type { Tracing } from '../../adapters/tracing/platform-trace.ts';
import { type BaseCtx, type Ctx, enterWorkspace } from '../../ctx.ts';
import { readJson } from '../../lib/memory/read-json.ts';
import { RequestMemory } from '../../lib/memory/request-memory.ts';
import type { ConsumerOrder, RowEnd, RowStart, TakenRow } from '../../objects/batch/protocol.ts';
import type { Services } from '../../services.ts';
import { openRowText } from '../../verbs/batches/row-sealing.ts';
import { generation } from '../../verbs/make/generate.ts';
import { edgeLane } from '../../verbs/make/lanes/lane.ts';
import { printLimits } from '../../verbs/make/print-limits.ts';
import type { Means } from '../../verbs/make/production.ts';
import { describeFailure } from '../../verbs/make/reservation.ts';
import { describeAttempt, type OpenProduction, runAttempt } from '../../verbs/make/run-attempt.ts';
import { requireVault } from '../../verbs/targets/require-vault.ts';
import { readRowText } from './row-texts.ts';

export interface RunRowInput {
  readonly workspaceId: string;
  readonly batchId: string;
  readonly order: ConsumerOrder;
  readonly row: TakenRow;
  readonly start: Extract<RowStart, { outcome: 'started' }>;
  readonly trace: TraceContext;
  /** Those of the region in which the batch is printed. */
  readonly printServices: Services;
  readonly inBackground: (work: Promise<unknown>) => void;
  readonly tracing: Tracing | undefined;
}

/** Prints a row whose file the ledger has reserved. */
export async function runRow(ctx: BaseCtx, input: RunRowInput): Promise<RowEnd> {
  const { workspaceId, batchId, order, row, start, trace, inBackground, tracing } = input;
  const { index, fileId, attempt } = row;
  const { requestId, keyId } = order;
  const attempted = await runAttempt(ctx, {
    workspaceId,
    reserved: { ...start, ...order, fileId },
    open: (means) => means.phases.measure('body', () => openRow(input, means)),
    inBackground,
    tracing,
  });
  const ids = { batchId, index, attempt, requestId, ...traceFields(trace), workspaceId, keyId };
  console.log(JSON.stringify({ event: 'row', ...ids, ...describeAttempt(attempted, requestId) }));
  if (attempted.produced !== null) {
    const { isCrowded, file } = attempted.produced;
    return { index, fileId, outcome: 'made', file: { fileId, expiresAt: file.expiresAt }, isCrowded };
  }
  // The answer to the commit may have been lost, and the release too.
  const [made = null] = await ctx.services.ledger(workspaceId).endRows(batchId, [{ index, fileId }]);
  return made === null
    ? { index, fileId, outcome: 'failed', reason: describeFailure(attempted.failure) }
    : { index, fileId, outcome: 'made', file: made };
}

async function openRow(input: RunRowInput, means: Means): Promise<OpenProduction> {
  const { workspaceId: id, start, printServices: services } = input;
  const ctx = enterWorkspace(
    { services, actor: { kind: 'key', id: means.key.id }, time: means },
    { id, plan: start.plan },
  );
  const memory = new RequestMemory(id, printLimits(ctx, means.startedAt).deadline);
  const close = () => memory.release();
  try {
    const body = await readRow(ctx, input, memory);
    const product = generation(edgeLane({ body, json: body, memory }));
    return { ctx, production: { ...means, ...product, isBackground: true }, close };
  } catch (error) {
    close();
    throw error;
  }
}

async function readRow(ctx: Ctx, { batchId, order, row }: RunRowInput, memory: RequestMemory) {
  const stored = await readRowText(ctx.services.fileStore, batchId, row.place);
  if (stored === null) throw new Error('The text of the row is missing');
  const text = order.isSealed
    ? new Blob([await openRowText(requireVault(ctx), { batchId, index: row.index }, stored)]).stream()
    : stored;
  const limits = { maxBytes: MAX_ROW_BYTES, tooLarge: 'row: is too large' };
  const { locale, ...content } = rowContent.parse(await readJson(text, limits, { memory, meter: ctx.meter }));
  const { template: templateId, thumbnail } = order;
  const options = locale === undefined ? order.options : { ...order.options, locale };
  return { ...content, templateId, options, thumbnail };
}
