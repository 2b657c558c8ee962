import type { Region } from '../../../renderer/browser-run/region.ts';
import { mergeSettings } from '../../../compose/merge-settings.ts';
import { pageGeometry } from '../../../compose/page-geometry.ts';
import { type BatchSettings, batchSettings } from '../../../schema/api/batches.ts';
import { isUsed } from '../../../schema/api/output.ts';
import { writeMeta } from '../../../schema/api/meta.ts';
import { describeIssues } from '../../../schema/api/issues.ts';
import { canonicalPieces } from '../../../schema/canonical-json.ts';
import { newId } from '../../../schema/ids.ts';
import type { Environment } from '../../../schema/permissions.ts';
import { PLANS } from '../../../schema/plans.ts';
import type { TraceContext } from '../../../schema/trace-context.ts';
import { ApiError, invalidRequest } from '../../lib/api-error.ts';
import type { Ctx } from '../../ctx.ts';
import { refusalError } from '../../objects/ledger/refusal-error.ts';
import type { RequestMemory } from '../../lib/memory/request-memory.ts';
import { getPublishedVersion, withContent } from '../templates/get-template.ts';
import type { BatchSource } from './batch-source.ts';
import { BodyDigest } from './body-digest.ts';
import { getBatch } from './get-batch.ts';
import { type IdempotencyClaim, isSameBody } from '../../objects/ledger/protocol.ts';
import type { BatchOrder, BatchRecord } from '../../objects/batch/protocol.ts';
import { requireThumbnails } from '../make/thumbnail.ts';
import { requireVault } from '../targets/require-vault.ts';
import { RowCheck } from './row-check.ts';
import { rowSeal } from './row-sealing.ts';
import { storeRows, WORK_PER_BYTE } from './store-rows.ts';

/** The key is valid already. */
export interface AcceptBatchInput {
  readonly key: { readonly id: string; readonly environment: Environment };
  readonly requestId: string;
  readonly trace: TraceContext;
  readonly idempotencyKey: string | null;
  /** The caller's, where the batch is printed. */
  readonly region: Region;
  /** The time at which the request ends at the latest, in epoch milliseconds. */
  readonly deadline: number;
  readonly memory: RequestMemory;
  readonly openSource: () => Promise<BatchSource>;
}

/** `isKnown`: an earlier request with the same idempotency key was accepted. */
export interface AcceptedBatch {
  readonly batch: BatchRecord;
  readonly isKnown: boolean;
}

/** Checks and stores all rows, so that they are printed later (contract 14.1). @throws {ApiError} */
export async function acceptBatch(ctx: Ctx, input: AcceptBatchInput): Promise<AcceptedBatch> {
  const { key, deadline, idempotencyKey } = input;
  const batchId = newId('batch');
  const createdAt = ctx.services.now();
  const { id: keyId, environment } = key;
  const { plan } = ctx.workspace;
  const opened = await ctx.ledger.openBatch({
    batchId,
    keyId,
    environment,
    plan,
    createdAt,
    deadline,
    idempotencyKey,
  });
  if (opened.outcome === 'refused') throw refusalError(opened.refused);
  if (opened.outcome === 'known') return replay(ctx, input, opened);
  try {
    return await acceptOpened(ctx, input, { batchId, createdAt });
  } catch (error) {
    await drop(ctx, batchId);
    throw error;
  }
}

interface Opened {
  readonly batchId: string;
  readonly createdAt: number;
}

async function acceptOpened(ctx: Ctx, input: AcceptBatchInput, opened: Opened): Promise<AcceptedBatch> {
  const { batchId } = opened;
  const { idempotencyKey } = input;
  const digest = idempotencyKey === null ? null : new BodyDigest();
  const source = await input.openSource();
  const desk = () => ctx.services.batchDesk(batchId);
  try {
    const settings = parseSettings(source.settings);
    if (settings.thumbnail !== undefined) requireThumbnails(ctx);
    await digest?.add(canonicalText(source.settings));
    const { reference, check, isSealed } = await pinTemplate(ctx, settings, input.memory);
    await desk().open(orderOf(ctx, input, { ...opened, settings, reference, isSealed }));
    const { maxBatchRows: maxRows } = PLANS[ctx.workspace.plan];
    const stops = settings.onRowError === 'stop';
    const readText = digest && ((text: Uint8Array) => digest.add(text));
    const seal = isSealed ? rowSeal(requireVault(ctx), batchId) : null;
    await storeRows(ctx, {
      batchId,
      source,
      check,
      maxRows,
      stops,
      digest: readText,
      seal,
    });
  } catch (error) {
    await source.drain();
    throw error;
  }
  const claim =
    digest === null || idempotencyKey === null
      ? null
      : { key: idempotencyKey, ...(await bodyHashes(ctx, digest)) };
  const accepted = await ctx.ledger.acceptBatch(await desk().accepted(), claim);
  if (accepted.outcome === 'known') {
    await drop(ctx, batchId);
    return requireSame(ctx, accepted, claim);
  }
  if (accepted.outcome !== 'accepted') {
    throw new ApiError(accepted.outcome === 'closed' ? 'WORKSPACE_NOT_FOUND' : 'REQUEST_TIMEOUT');
  }
  return { batch: await desk().begin(), isKnown: false };
}

async function bodyHashes({ services }: Ctx, digest: BodyDigest): Promise<Omit<IdempotencyClaim, 'key'>> {
  const [bodyHash, ...otherHashes] = await services.signer.keyHashes(await digest.end());
  return { bodyHash, otherHashes };
}

function parseSettings(json: unknown): BatchSettings {
  const parsed = batchSettings.safeParse(json);
  if (parsed.success) return parsed.data;
  throw invalidRequest(describeIssues(parsed.error, json));
}

const canonicalText = (json: unknown): Uint8Array =>
  new TextEncoder().encode(Array.from(canonicalPieces(json)).join(''));

/** Options that belong to one row: a merged PDF cannot have the password of a row or be its invoice. */
const NOT_MERGED = ['encryption', 'eInvoice'] as const;

/**
 * All rows print the version that is published now.
 *
 * @throws {ApiError} `TEMPLATE_NOT_FOUND`, `VALIDATION_ERROR`
 */
async function pinTemplate(
  ctx: Ctx,
  { templateId, options = {}, output }: BatchSettings,
  memory: RequestMemory,
) {
  const found = await getPublishedVersion(ctx, templateId);
  await memory.loadTemplate(found.version.contentBytes);
  const { settings, dataSchema } = await withContent(ctx, found);
  const merged = mergeSettings(settings, options);
  const geometry = pageGeometry(merged, 'options');
  if ('problems' in geometry) throw invalidRequest(geometry.problems);
  const unmerged = NOT_MERGED.find((name) => isUsed(name, merged[name]));
  if (output === 'merged' && unmerged !== undefined)
    throw invalidRequest([`output: must not be "merged" with options.${unmerged}`]);
  const reference = `${found.template.id}@${found.version.version}`;
  const check = new RowCheck(reference, dataSchema ?? null, ctx.meter);
  return { reference, check, isSealed: merged.encryption !== undefined };
}

interface Pinned extends Opened {
  readonly settings: BatchSettings;
  readonly reference: string;
  readonly isSealed: boolean;
}

function orderOf(
  { workspace }: Ctx,
  { key, requestId, trace, region }: AcceptBatchInput,
  { batchId, createdAt, settings, reference, isSealed }: Pinned,
): BatchOrder {
  const { output = 'files', onRowError = 'continue', options = {}, thumbnail } = settings;
  return {
    batchId,
    workspaceId: workspace.id,
    requestId,
    trace,
    keyId: key.id,
    environment: key.environment,
    plan: workspace.plan,
    template: reference,
    output,
    onRowError,
    options,
    ...(thumbnail && { thumbnail }),
    isSealed,
    region,
    meta: writeMeta(settings.meta),
    createdAt,
  };
}

interface Known {
  readonly batchId: string;
  readonly bodyHash: string;
}

/** The body is read to compare it, and nothing is stored. */
async function replay(ctx: Ctx, input: AcceptBatchInput, known: Known): Promise<AcceptedBatch> {
  const { meter } = ctx;
  const digest = new BodyDigest();
  const source = await input.openSource();
  try {
    await digest.add(canonicalText(source.settings));
    const encoder = new TextEncoder();
    for (let row = await source.next(); row !== null; row = await source.next()) {
      const text = encoder.encode(JSON.stringify(row));
      meter.charge(text.byteLength * WORK_PER_BYTE);
      await meter.pause();
      await digest.add(text);
    }
  } catch (error) {
    await source.drain();
    throw error;
  }
  return requireSame(ctx, known, await bodyHashes(ctx, digest));
}

/** @throws {ApiError} `IDEMPOTENCY_CONFLICT` */
async function requireSame(
  ctx: Ctx,
  { batchId, bodyHash }: Known,
  own: Omit<IdempotencyClaim, 'key'> | null,
): Promise<AcceptedBatch> {
  if (own === null || !isSameBody(bodyHash, own)) throw new ApiError('IDEMPOTENCY_CONFLICT');
  return { batch: await getBatch(ctx, { batchId, waitMs: 0 }), isKnown: true };
}

/** If this fails, the ledger's alarm does the same. */
async function drop({ ledger }: Ctx, batchId: string): Promise<void> {
  try {
    await ledger.dropBatch(batchId);
  } catch (error) {
    console.error(JSON.stringify({ event: 'batch_not_dropped', batchId, cause: String(error) }));
  }
}
