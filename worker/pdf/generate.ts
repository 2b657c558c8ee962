import { PrintCancelled, PrintFailed, type PrintLimits, type RenderReport } from '@platen/print-engine';
import type { PrintedPdf } from '../../renderer/renderer.ts';
import { newId, randomText } from '../../schema/ids.ts';
import type { Environment } from '../../schema/permissions.ts';
import { PLANS, type PlanId, TEST_RETENTION_MS } from '../../schema/plans.ts';
import { ApiError } from '../api-error.ts';
import type { Ctx } from '../ctx.ts';
import { deleteFileObjects } from '../files/file-objects.ts';
import { keepFile } from '../files/keep-file.ts';
import type {
  Admission,
  FileRecord,
  IdempotencyClaim,
  Release,
  ReleaseReason,
  Usage,
} from '../ledger/protocol.ts';
import { refusalError } from '../ledger/refusal-error.ts';
import type { Phases } from '../phases.ts';
import { copyFile, plannedCopies } from '../targets/copy-file.ts';
import type { TargetRecord } from '../targets/queries.ts';
import { readTargets } from '../targets/read-targets.ts';
import { getTemplate, type Template } from '../templates/get-template.ts';
import { toApiError } from '../to-api-error.ts';
import type { Lane, PrintResult } from './lane.ts';
import { lostPageMs } from './lost-page-ms.ts';
import { printLimits } from './print-limits.ts';
import { requireThumbnails, withThumbnail } from './thumbnail.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The key and the body are valid already. */
export interface GenerateInput extends Omit<PrintInput, 'openLane'> {
  readonly lane: Lane;
  readonly idempotency: IdempotencyClaim | null;
}

export interface PrintInput {
  readonly key: { readonly id: string; readonly environment: Environment };
  readonly openLane: () => Lane | Promise<Lane>;
  /** When the plan's timeout starts, in epoch milliseconds. */
  readonly arrivedAt: number;
  readonly phases: Phases;
  /** Aborts when the client hangs up, or the job is canceled. Until the PDF is printed, this ends the work. */
  readonly signal: AbortSignal;
  /** Nobody waits for the PDF. */
  readonly isBackground?: boolean;
}

export interface GenerateResult {
  readonly file: FileRecord;
  readonly usage: Usage;
  /** From an earlier request with the same idempotency key. */
  readonly replayed: boolean;
  /** Null for a replay, which prints nothing. */
  readonly report: RenderReport | null;
  /** See `PrintedPdf`. */
  readonly isCrowded?: boolean;
}

/** The ledger has reserved the file. */
export interface Reserved {
  readonly fileId: string;
  readonly plan: PlanId;
  readonly templatesVersion: number;
  readonly targetsVersion: number;
}

interface Run extends Omit<PrintInput, 'openLane'> {
  readonly ctx: Ctx;
  readonly fileId: string;
  readonly limits: PrintLimits;
  readonly lane: Lane;
}

/**
 * Turns JSON and HTML into a stored PDF. If a step fails, nothing is kept or charged.
 *
 * @throws {ApiError | TemplateError | InvalidComposition | RenderFailure}
 */
export async function generatePdf(ctx: Ctx, input: GenerateInput): Promise<GenerateResult> {
  // 1. Admit: count the request and reserve a credit.
  const fileId = newId('file');
  const admission = await admit(ctx, input, fileId);
  if (admission.outcome === 'replayed') return { ...admission, replayed: true, report: null };
  return printReserved(ctx, { ...input, openLane: () => input.lane }, { ...admission, fileId });
}

/** Everything after the admission, of a request or of a job. @throws as `generatePdf` */
export async function printReserved(
  ctx: Ctx,
  { openLane, ...input }: PrintInput,
  { fileId, plan, templatesVersion, targetsVersion }: Reserved,
): Promise<GenerateResult> {
  // The plan may have been changed after the isolate cached the key.
  const planned = { ...ctx, workspace: { ...ctx.workspace, plan } };
  try {
    const { isBackground = false, arrivedAt } = input;
    const limits = { ...printLimits(planned, arrivedAt), isBackground };
    const run: Run = { ...input, ctx: planned, fileId, limits, lane: await openLane() };

    if (run.lane.thumbnailWidth !== null) requireThumbnails(planned);

    // 2. Compose: fill the template and turn the options into a print job.
    const template = await loadTemplate(run, templatesVersion);
    const document = await compose(run, template);

    // 3. Print.
    const printed = await print(run, document);

    // 4. Store the file, and a picture of its first page.
    const targets = await readTargets(run.ctx, targetsVersion);
    const file = await store(run, printed, template, targets);

    // 5. Commit: record the file and spend the credit, in one transaction.
    const usage = await commit(run, file);

    // 6. Copy to external storage. The charge does not depend on it (contract 8.2).
    const copied = await copy(run, file, targets);

    const { report, isCrowded = false } = printed.pdf;
    return { file: copied, usage, replayed: false, report, isCrowded };
  } catch (error) {
    const released = await rollback(planned, fileId, error);
    throw released === 'closed' ? new ApiError('WORKSPACE_NOT_FOUND') : error;
  }
}

type Admitted = Extract<Admission, { outcome: 'reserved' | 'replayed' }>;

async function admit(ctx: Ctx, input: GenerateInput, fileId: string): Promise<Admitted> {
  const { key, idempotency, phases, arrivedAt } = input;
  const reservation = {
    fileId,
    environment: key.environment,
    deadline: printLimits(ctx, arrivedAt).deadline,
    ...(idempotency === null ? {} : { idempotency }),
  };
  const request = { keyId: key.id, plan: ctx.workspace.plan, reservation };
  const admission = await phases.measure('admit', () => ctx.ledger.admit(request));
  if (admission.outcome === 'refused') throw refusalError(admission);
  if (admission.outcome === 'reserved' || admission.outcome === 'replayed') return admission;
  throw new Error('The ledger did not return the requested reservation');
}

async function loadTemplate(run: Run, version: number): Promise<Template | null> {
  const { ctx, lane, phases } = run;
  const { templateId, memory } = lane;
  if (templateId === null) return null;
  return phases.measure('template', () => getTemplate(ctx, { reference: templateId, version, memory }));
}

function compose(run: Run, template: Template | null): Promise<unknown> {
  const { ctx, lane, key, phases } = run;
  const { id: workspaceId, plan } = ctx.workspace;
  const watermark = key.environment === 'test' ? 'TEST' : null;
  const now = ctx.services.now();
  return phases.measure<unknown>('compose', () =>
    lane.compose({ workspaceId, plan, template, watermark, now }),
  );
}

async function print(run: Run, document: unknown): Promise<PrintResult> {
  const { lane, limits, phases, signal } = run;
  if (signal.aborted) throw hungUp();
  const printed = await phases.measure('print', () => lane.print(document, limits, signal));
  if (signal.aborted) {
    await discard(printed.pdf);
    throw hungUp();
  }
  if (printed.composeMs !== undefined) phases.note('compose', printed.composeMs);
  return printed;
}

const hungUp = () => new PrintCancelled('the client hung up');

/** A stream holds a page of a browser until it ends. */
async function discard({ body }: PrintedPdf): Promise<void> {
  if (body instanceof ReadableStream) await body.cancel();
}

async function store(
  run: Run,
  printed: PrintResult,
  template: Template | null,
  targets: readonly TargetRecord[],
): Promise<FileRecord> {
  const file = fileRecord(run, printed, template, targets);
  const keep = () => run.phases.measure('store', () => storePdf(run.ctx, file, printed.pdf));
  const { thumbnailWidth: width } = run.lane;
  if (width !== null) return withThumbnail(run, { file, width, body: printed.pdf.body, keep });
  await keep();
  return file;
}

/** A stream that ended early and a store that did not accept it look alike. */
async function storePdf(ctx: Ctx, file: FileRecord, { body }: PrintedPdf): Promise<void> {
  try {
    await keepFile(ctx, { file, body });
  } catch (cause) {
    if (body instanceof Uint8Array) throw cause;
    throw new PrintFailed('the PDF did not reach storage complete', { cause });
  }
}

/** Repeats a commit whose answer was lost: the ledger charges a file only once. */
async function commit({ ctx, phases }: Run, file: FileRecord): Promise<Usage> {
  const attempt = () => ctx.ledger.commit(file, ctx.workspace.plan);
  const settlement = await phases.measure('commit', () => attempt().catch(attempt));
  if (settlement.outcome === 'committed') return settlement.usage;
  throw new ApiError(settlement.outcome === 'closed' ? 'WORKSPACE_NOT_FOUND' : 'REQUEST_TIMEOUT');
}

async function copy(
  { ctx, phases }: Run,
  file: FileRecord,
  targets: readonly TargetRecord[],
): Promise<FileRecord> {
  if (targets.length === 0) return file;
  return phases.measure('copy', () => copyFile(ctx, { file, targets }));
}

/** The credit comes first: no commit can succeed after it. Null if this fails: then the alarm does the same. */
async function rollback(ctx: Ctx, fileId: string, failure: unknown): Promise<Release | null> {
  try {
    const released = await ctx.ledger.release(fileId, describeFailure(failure));
    if (released !== 'committed') await deleteFileObjects(ctx.services.fileStore, [fileId]);
    return released;
  } catch (error) {
    console.error(JSON.stringify({ event: 'release_failed', fileId, cause: String(error) }));
    return null;
  }
}

export function describeFailure(failure: unknown): ReleaseReason {
  const pageMs = lostPageMs(failure);
  if (failure instanceof PrintCancelled) return { errorCode: null, pageMs };
  const { code, message, details } = toApiError(failure);
  return { errorCode: code, pageMs, problem: { message, details } };
}

function fileRecord(
  { ctx, key, fileId, arrivedAt }: Run,
  { pdf, filename, mediaType }: PrintResult,
  template: Template | null,
  targets: readonly TargetRecord[],
): FileRecord {
  const now = ctx.services.now();
  const retentionMs =
    key.environment === 'test' ? TEST_RETENTION_MS : PLANS[ctx.workspace.plan].retentionDays * DAY_MS;
  return {
    fileId,
    keyId: key.id,
    environment: key.environment,
    filename,
    mediaType,
    sizeBytes: pdf.sizeBytes,
    thumbnail: null,
    processingTimeMs: now - arrivedAt,
    template: template && { id: template.id, name: template.name },
    linkToken: randomText(22),
    createdAt: now,
    expiresAt: now + retentionMs,
    copies: plannedCopies(targets, { fileId, filename, createdAt: now }),
  };
}
