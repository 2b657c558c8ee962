import { streamed } from '@platen/pdf';
import { PdfTooLarge, PrintCancelled, PrintTimeout } from '@platen/print-engine';
import type { Assembly } from '../../../../schema/api/assemble.ts';
import type { Report } from '../../../../schema/api/report.ts';
import { newId } from '../../../../schema/ids.ts';
import { PDF_TYPE } from '../../../../schema/media-types.ts';
import type { Ctx } from '../../../ctx.ts';
import { keepFile, keepFileInParts } from '../../files/keep-file.ts';
import { keepReport, type ReportKeeping } from '../../files/kept-report.ts';
import type { FilePart, FileRecord, IdempotencyClaim, Usage } from '../../../objects/ledger/protocol.ts';
import { refusalError } from '../../../objects/ledger/refusal-error.ts';
import type { RequestMemory } from '../../../lib/memory/request-memory.ts';
import type { LaneTerms } from '../open-lane.ts';
import { printLimits } from '../print-limits.ts';
import {
  admit,
  commit,
  fileRecord,
  type KeyOfRequest,
  type Reserved,
  withReservation,
} from '../reservation.ts';
import { addThumbnail, requireThumbnails } from '../thumbnail.ts';
import type { Phases } from '../../../adapters/tracing/phases.ts';
import { copyFile } from '../../targets/copy-file.ts';
import type { TargetRecord } from '../../../adapters/d1/targets.ts';
import { readTargets } from '../../targets/read-targets.ts';
import { recordGeneration } from '../../usage/record-generation.ts';
import type { Output, Run } from './assembly.ts';
import { openReport } from './assembly-report.ts';
import { makeFinish } from './make-finish.ts';
import { makeMerge } from './make-merge.ts';
import { makeSplit } from './make-split.ts';
import { Scratch } from './scratch.ts';

export interface AssembleInput {
  readonly assembly: Assembly;
  /** The request, with the fields that the API does not have. */
  readonly json: unknown;
  readonly key: KeyOfRequest;
  readonly terms: LaneTerms;
  readonly phases: Phases;
  /** Of the body. */
  readonly memory: RequestMemory;
  /** Of a job: its report is read later. */
  readonly reportKeeping?: ReportKeeping | undefined;
}

export interface AssembleResult {
  /** The first one. */
  readonly file: FileRecord;
  /** All files of a split. Empty for a request that makes one. */
  readonly parts: readonly FilePart[];
  readonly usage: Usage;
  /** From an earlier request with the same idempotency key. */
  readonly replayed: boolean;
  /** Null for a replay, and if none is asked for. */
  readonly report: Report | null;
}

/**
 * Makes PDFs of PDFs: a merge, the parts of a split, or a finished file. If a step fails, nothing is kept or charged.
 *
 * @throws {ApiError | TemplateError | InvalidComposition | RenderFailure}
 */
export async function assemblePdf(
  ctx: Ctx,
  { idempotency, ...input }: AssembleInput & { readonly idempotency: IdempotencyClaim | null },
): Promise<AssembleResult> {
  // 1. Admit: count the request and reserve a credit.
  const fileId = newId('file');
  const { key, phases, terms } = input;
  const admission = await admit(ctx, { key, idempotency, phases, arrivedAt: terms.startedAt }, fileId);
  if (admission.outcome === 'replayed') return { ...admission, replayed: true, report: null };
  const reserved = { ...admission, fileId };
  const result = await withReservation(ctx, reserved, (planned) => assemblePlanned(planned, input, reserved));
  for (const file of filesOf(result)) recordGeneration(ctx, file);
  return result;
}

/** In their order. */
export const filesOf = ({ file, parts }: Pick<AssembleResult, 'file' | 'parts'>): readonly FileRecord[] =>
  parts.length === 0 ? [file] : parts.map((part) => part.file);

/** Everything after the admission, of a request or of a job. Inside `withReservation`. @throws as `assemblePdf` */
export async function assemblePlanned(
  ctx: Ctx,
  { assembly, json, reportKeeping, ...input }: AssembleInput,
  { fileId, templatesVersion, targetsVersion }: Reserved,
): Promise<AssembleResult> {
  const { memory, phases, terms } = input;
  if (assembly.body.thumbnail !== undefined) requireThumbnails(ctx);
  await memory.assemble();
  const scratch = new Scratch(ctx, fileId);
  const limits = printLimits(ctx, terms.startedAt);
  const collected = openReport(assembly, json);
  const run: Run = { ...input, ctx, limits, templatesVersion, scratch, report: collected };
  try {
    // 2. Find the files, print what is to be printed, and plan the results.
    const outputs = await phases.measure('make', () => make(run, assembly));

    // 3. Reserve a credit for each further file: all of them, or none.
    const fileIds = await reserveOthers(run, fileId, outputs);

    // 4. Store the files.
    const targets = await readTargets(ctx, targetsVersion);
    const files = await phases.measure('store', () =>
      storeAll(run, { fileIds, outputs, targets, thumbnail: assembly.body.thumbnail }),
    );

    // 5. Commit: record the files and spend the credits, in one transaction.
    const [first] = files;
    if (first === undefined) throw new Error('A request made no file');
    const parts = files.flatMap(({ file, pages }) => (pages === null ? [] : [{ file, pages }]));
    const { make: makeMs = 0, store: storeMs = 0 } = phases.toJSON();
    const report = collected?.toReport({ make: makeMs, store: storeMs }) ?? null;
    if (reportKeeping !== undefined && report !== null) {
      await keepReport(ctx, fileId, { report, keeping: reportKeeping });
    }
    const usage = await commit(run, first.file, parts);

    // 6. Copy to external storage. The charge does not depend on it (contract 8.2).
    return { ...(await copyAll(run, first.file, parts, targets)), usage, replayed: false, report };
  } finally {
    await scratch.clear();
  }
}

function make(run: Run, { kind, body }: Assembly): Promise<readonly Output[]> {
  if (kind === 'merge') return makeMerge(run, body);
  return kind === 'split' ? makeSplit(run, body) : makeFinish(run, body);
}

async function reserveOthers({ ctx }: Run, leadId: string, outputs: readonly Output[]): Promise<string[]> {
  const fileIds = outputs.slice(1).map(() => newId('file'));
  if (fileIds.length === 0) return [leadId];
  const refused = await ctx.ledger.growReservation({ leadId, fileIds, scratchIds: [] }, ctx.workspace.plan);
  if (refused !== null) throw refusalError(refused);
  return [leadId, ...fileIds];
}

interface Storing {
  readonly fileIds: readonly string[];
  readonly outputs: readonly Output[];
  readonly targets: readonly TargetRecord[];
  /** Of each file, in pixels. */
  readonly thumbnail: Assembly['body']['thumbnail'];
}

interface StoredOutput {
  readonly file: FileRecord;
  readonly pages: string | null;
}

/** One after the other: a part of a file is in memory. */
async function storeAll(
  run: Run,
  { fileIds, outputs, targets, thumbnail }: Storing,
): Promise<StoredOutput[]> {
  const stored: StoredOutput[] = [];
  for (const [index, output] of outputs.entries()) {
    const { ctx, key, terms } = run;
    const planned = fileRecord(ctx, {
      key,
      fileId: fileIds[index] ?? '',
      filename: output.filename,
      mediaType: PDF_TYPE,
      sizeBytes: 0,
      template: null,
      method: 'html',
      targets,
      arrivedAt: terms.startedAt,
    });
    const kept = { ...planned, sizeBytes: await store(run, planned, output) };
    const file = thumbnail ? await addThumbnail(toTerms(run), { file: kept, ...thumbnail }) : kept;
    const processingTimeMs = ctx.services.now() - terms.startedAt;
    stored.push({ file: { ...file, processingTimeMs }, pages: output.pages });
  }
  return stored;
}

const toTerms = ({ ctx, limits, memory, phases, terms: { signal } }: Run) => ({
  ctx,
  limits,
  memory,
  phases,
  signal,
});

/** Returns the size. */
async function store(run: Run, file: FileRecord, output: Output): Promise<number> {
  const opened = output.open();
  if (!('sizeBytes' in opened)) return keepFileInParts(run.ctx, { file, pieces: within(run, opened) });
  const { sizeBytes } = opened;
  if (sizeBytes > run.limits.maxPdfBytes) throw tooLarge(run);
  await keepFile(run.ctx, { file: { ...file, sizeBytes }, body: streamed(opened) });
  return sizeBytes;
}

/** Within the plan's limits, while the client waits. */
async function* within(run: Run, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { limits, terms } = run;
  let sizeBytes = 0;
  for await (const piece of pieces) {
    sizeBytes += piece.byteLength;
    if (sizeBytes > limits.maxPdfBytes) throw tooLarge(run);
    if (Date.now() > limits.deadline) throw new PrintTimeout('the files were not stored in time');
    if (terms.signal.aborted) throw new PrintCancelled('the client hung up');
    yield piece;
  }
}

const tooLarge = ({ limits }: Run): PdfTooLarge =>
  new PdfTooLarge(`the PDF is over ${limits.maxPdfBytes} bytes`);

async function copyAll(
  { ctx, phases }: Run,
  first: FileRecord,
  parts: readonly FilePart[],
  targets: readonly TargetRecord[],
): Promise<Pick<AssembleResult, 'file' | 'parts'>> {
  if (targets.length === 0) return { file: first, parts };
  const copy = (file: FileRecord) => copyFile(ctx, { file, targets });
  return phases.measure('copy', async () => {
    if (parts.length === 0) return { file: await copy(first), parts };
    const copied: FilePart[] = [];
    for (const { file, pages } of parts) copied.push({ file: await copy(file), pages });
    return { file: copied[0]?.file ?? first, parts: copied };
  });
}
