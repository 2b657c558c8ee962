import { PdfTooLarge, PrintCancelled, PrintFailed, PrintTimeout } from '@platen/print-engine';
import { randomText } from '../../../schema/ids.ts';
import { PLANS, TEST_RETENTION_MS } from '../../../schema/plans.ts';
import type { TargetRecord } from '../../adapters/d1/targets.ts';
import { ApiError } from '../../lib/api-error.ts';
import type { FileRecord } from '../../objects/ledger/protocol.ts';
import { keepFile, keepUnsizedFile } from '../files/keep-file.ts';
import { keepInvoice } from '../files/keep-invoice.ts';
import { plannedCopies } from '../targets/copy-file.ts';
import type { Output, Run, SizedPdf } from './production.ts';
import { withThumbnail } from './thumbnail.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

interface Storing {
  readonly outputs: readonly Output[];
  /** The number of values that the pages do not show of their electronic invoice. */
  readonly differences: number;
  /** For each output, the id of its file. */
  readonly fileIds: readonly string[];
  readonly targets: readonly TargetRecord[];
  readonly thumbnailWidth: number | null;
}

export interface StoredOutput {
  readonly file: FileRecord;
  readonly pages: string | null;
  /** It is null if the file is large or not in memory. */
  readonly bytes: Uint8Array | null;
}

/** A larger file is read from storage again, because the memory of a request is counted until its answer begins. */
const ANSWERED_BYTES = 256_000;

/**
 * One after the other, because a piece of each file is in memory. If this fails, no write is under way: the caller deletes
 * the objects.
 */
export async function storeOutputs(
  run: Run,
  { outputs, fileIds, ...rest }: Storing,
): Promise<StoredOutput[]> {
  const stored: StoredOutput[] = [];
  for (const [index, output] of outputs.entries()) {
    stored.push(await storeOutput(run, output, { ...rest, fileId: fileIds[index] ?? '' }));
  }
  return stored;
}

async function storeOutput(
  run: Run,
  output: Output,
  {
    fileId,
    differences,
    targets,
    thumbnailWidth: width,
  }: Omit<Storing, 'outputs' | 'fileIds'> & { fileId: string },
): Promise<StoredOutput> {
  const opened = output.open();
  const { eInvoice = null } = output;
  const bare = planFile(run, output, { fileId, targets });
  const { memory } = run;
  const planned =
    eInvoice === null ? bare : await keepInvoice(run.ctx, bare, { eInvoice, differences, memory });
  const keep = () => (isSized(opened) ? keepSized(run, planned, opened) : keepPieces(run, planned, opened));
  const body = isSized(opened) && opened.body instanceof Uint8Array ? opened.body : null;
  const wanted = { file: planned, body, drawn: output.thumbnail, keep };
  const file = await (width === null ? keep() : withThumbnail(run, { ...wanted, width }));
  const bytes = body !== null && body.byteLength <= ANSWERED_BYTES ? body : null;
  return { file, pages: output.pages, bytes };
}

const isSized = (opened: SizedPdf | AsyncIterable<Uint8Array>): opened is SizedPdf => 'sizeBytes' in opened;

/** Its size is not known yet. */
function planFile(
  { ctx, key, startedAt, meta }: Run,
  { filename, mediaType, method, template }: Output,
  { fileId, targets }: { readonly fileId: string; readonly targets: readonly TargetRecord[] },
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
    sizeBytes: 0,
    thumbnail: null,
    eInvoice: null,
    processingTimeMs: now - startedAt,
    template: template && { id: template.id, name: template.name },
    method,
    meta,
    linkToken: randomText(22),
    createdAt: now,
    expiresAt: now + retentionMs,
    copies: plannedCopies(targets, { fileId, filename, createdAt: now }),
  };
}

async function keepSized(run: Run, planned: FileRecord, { body, sizeBytes }: SizedPdf): Promise<FileRecord> {
  const file = { ...planned, sizeBytes };
  try {
    await keepFile(run.ctx, { file, body });
  } catch (cause) {
    if (body instanceof Uint8Array || cause instanceof ApiError) throw cause;
    // A stream that ended early and a store that did not accept it look alike.
    throw new PrintFailed('the PDF did not reach storage complete', { cause });
  }
  return body instanceof Uint8Array ? file : finishedNow(run, file);
}

async function keepPieces(
  run: Run,
  planned: FileRecord,
  pieces: AsyncIterable<Uint8Array>,
): Promise<FileRecord> {
  const sizeBytes = await keepUnsizedFile(run.ctx, { file: planned, pieces: within(run, pieces) });
  return finishedNow(run, { ...planned, sizeBytes });
}

/** A PDF that was not in memory is finished when it is stored. */
const finishedNow = ({ ctx, startedAt }: Run, file: FileRecord): FileRecord => ({
  ...file,
  processingTimeMs: ctx.services.now() - startedAt,
});

/** Within the plan's limits, while the client waits. */
async function* within(run: Run, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0;
  for await (const piece of pieces) {
    sizeBytes += piece.byteLength;
    requireSize(run, sizeBytes);
    if (Date.now() > run.limits.deadline) throw new PrintTimeout('the files were not stored in time');
    if (run.signal.aborted) throw new PrintCancelled('the client hung up');
    yield piece;
  }
}

/** @throws {PdfTooLarge} */
export function requireSize({ limits: { maxPdfBytes } }: Run, sizeBytes: number): void {
  if (sizeBytes > maxPdfBytes) throw new PdfTooLarge(`the PDF is over ${maxPdfBytes} bytes`);
}
