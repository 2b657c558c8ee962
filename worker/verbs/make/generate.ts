import { PrintCancelled, PrintFailed, type PrintLimits, type RenderReport } from '@platen/print-engine';
import type { PrintedPdf } from '../../../renderer/renderer.ts';
import { newId } from '../../../schema/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { keepFile } from '../files/keep-file.ts';
import { keepReport, type ReportKeeping } from '../files/kept-report.ts';
import type { FileRecord, IdempotencyClaim, Usage } from '../../objects/ledger/protocol.ts';
import type { Phases } from '../../adapters/tracing/phases.ts';
import { copyFile } from '../targets/copy-file.ts';
import type { TargetRecord } from '../../adapters/d1/targets.ts';
import { readTargets } from '../targets/read-targets.ts';
import { getTemplate, type Template } from '../templates/get-template.ts';
import type { Lane, PrintResult } from './lane.ts';
import { printLimits } from './print-limits.ts';
import {
  admit,
  commit,
  fileRecord,
  type KeyOfRequest,
  type Reserved,
  withReservation,
} from './reservation.ts';
import { requireThumbnails, withThumbnail } from './thumbnail.ts';

/** The key and the body are valid already. */
export interface GenerateInput extends Omit<PrintInput, 'openLane'> {
  readonly lane: Lane;
  readonly idempotency: IdempotencyClaim | null;
}

export interface PrintInput {
  readonly key: KeyOfRequest;
  readonly openLane: () => Lane | Promise<Lane>;
  /** When the plan's timeout starts, in epoch milliseconds. */
  readonly arrivedAt: number;
  readonly phases: Phases;
  /** Aborts when the client hangs up, or the job is canceled. Until the PDF is printed, this ends the work. */
  readonly signal: AbortSignal;
  /** Nobody waits for the PDF. */
  readonly isBackground?: boolean;
  /** Of a job: its report is read later. */
  readonly reportKeeping?: ReportKeeping | undefined;
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

/** What a print needs, with or without a file of its own. */
interface LaneRun extends Pick<PrintInput, 'key' | 'phases' | 'signal'> {
  readonly ctx: Ctx;
  readonly limits: PrintLimits;
  readonly lane: Lane;
}

interface Run extends LaneRun {
  readonly fileId: string;
  readonly arrivedAt: number;
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
const printReserved = (ctx: Ctx, input: PrintInput, reserved: Reserved): Promise<GenerateResult> =>
  withReservation(ctx, reserved, (planned) => printPlanned(planned, input, reserved));

/** Inside `withReservation`. */
export async function printPlanned(
  ctx: Ctx,
  { openLane, ...input }: PrintInput,
  { fileId, templatesVersion, targetsVersion }: Reserved,
): Promise<GenerateResult> {
  const { isBackground = false, reportKeeping, arrivedAt } = input;
  const limits = { ...printLimits(ctx, arrivedAt), isBackground };
  const run: Run = { ...input, ctx, fileId, limits, lane: await openLane() };

  if (run.lane.thumbnailWidth !== null) requireThumbnails(ctx);

  // 2. Compose, and 3. print.
  const { template, ...printed } = await printThroughLane(run, templatesVersion);

  // 4. Store the file, and a picture of its first page.
  const targets = await readTargets(ctx, targetsVersion);
  const file = await store(run, printed, template, targets);
  if (reportKeeping !== undefined && run.lane.wantsReport) {
    await keepReport(ctx, fileId, { report: printed.pdf.report, keeping: reportKeeping });
  }

  // 5. Commit: record the file and spend the credit, in one transaction.
  const usage = await commit(run, file);

  // 6. Copy to external storage. The charge does not depend on it (contract 8.2).
  const copied = await copy(run, file, targets);

  const { report, isCrowded = false } = printed.pdf;
  return { file: copied, usage, replayed: false, report, isCrowded };
}

/** Fills the template, turns the options into a print job, and prints it. */
export async function printThroughLane(
  run: LaneRun,
  templatesVersion: number,
): Promise<PrintResult & { readonly template: Template | null }> {
  const template = await loadTemplate(run, templatesVersion);
  const document = await compose(run, template);
  return { ...(await print(run, document)), template };
}

async function loadTemplate(run: LaneRun, version: number): Promise<Template | null> {
  const { ctx, lane, phases } = run;
  const { templateId, memory } = lane;
  if (templateId === null) return null;
  return phases.measure('template', () => getTemplate(ctx, { reference: templateId, version, memory }));
}

function compose(run: LaneRun, template: Template | null): Promise<unknown> {
  const { ctx, lane, key, phases } = run;
  const { id: workspaceId, plan } = ctx.workspace;
  const watermark = key.environment === 'test' ? 'TEST' : null;
  const now = ctx.services.now();
  return phases.measure<unknown>('compose', () =>
    lane.compose({ workspaceId, plan, template, watermark, now }),
  );
}

async function print(run: LaneRun, document: unknown): Promise<PrintResult> {
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
  const { ctx, key, fileId, arrivedAt } = run;
  const file = fileRecord(ctx, {
    key,
    fileId,
    arrivedAt,
    filename: printed.filename,
    mediaType: printed.mediaType,
    sizeBytes: printed.pdf.sizeBytes,
    template,
    method: run.lane.method,
    targets,
  });
  const keep = () => run.phases.measure('store', () => storePdf(run.ctx, file, printed.pdf));
  const { thumbnailWidth: width, memory } = run.lane;
  if (width !== null) return withThumbnail({ ...run, memory }, { file, width, printed: printed.pdf, keep });
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

async function copy(
  { ctx, phases }: Run,
  file: FileRecord,
  targets: readonly TargetRecord[],
): Promise<FileRecord> {
  if (targets.length === 0) return file;
  return phases.measure('copy', () => copyFile(ctx, { file, targets }));
}
