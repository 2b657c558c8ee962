import { newId } from '../../../schema/ids.ts';
import { deleteFileObjects } from '../../adapters/r2/file-objects.ts';
import type { Ctx } from '../../ctx.ts';
import { ApiError } from '../../lib/api-error.ts';
import { isCancelled } from '../../lib/is-cancelled.ts';
import { workMsOf } from '../../lib/request-meter.ts';
import { toApiError } from '../../lib/to-api-error.ts';
import type { Admission } from '../../objects/ledger/admission/admission-protocol.ts';
import type {
  Excerpt,
  FileRecord,
  IdempotencyClaim,
  Release,
  ReleaseReason,
  Usage,
} from '../../objects/ledger/protocol.ts';
import { refusalError } from '../../objects/ledger/refusal-error.ts';
import { lostPageMs } from './lost-page-ms.ts';
import { ledgerDeadline } from './print-limits.ts';
import type { Means, Product, Run } from './production.ts';

/** Every production starts with a reservation, and ends with a commit or a release. */

interface AdmissionInput
  extends Pick<Means, 'key' | 'startedAt' | 'phases'>, Pick<Product, 'isUpload' | 'creditsLater'> {
  readonly idempotency: IdempotencyClaim | null;
}

type Admitted = Extract<Admission, { outcome: 'reserved' | 'replayed' }>;

/** Counts the request and reserves a credit. @throws {ApiError} */
export async function admit(ctx: Ctx, input: AdmissionInput, fileId: string): Promise<Admitted> {
  const { key, idempotency, phases, startedAt } = input;
  const reservation = {
    fileId,
    environment: key.environment,
    deadline: ledgerDeadline(ctx, startedAt),
    ...(idempotency === null ? {} : { idempotency }),
    ...(input.isUpload === true && { isUpload: true }),
    ...(input.creditsLater === true && { creditsLater: true }),
  };
  const request = { keyId: key.id, plan: ctx.workspace.plan, reservation };
  const admission = await phases.measure('admit', () => ctx.ledger.admit(request));
  if (admission.outcome === 'refused') throw refusalError(admission);
  if (admission.outcome === 'reserved' || admission.outcome === 'replayed') return admission;
  throw new Error('The ledger did not return the requested reservation');
}

/** The ledger has reserved the file. */
export interface Reserved {
  readonly fileId: string;
  readonly templatesVersion: number;
  readonly targetsVersion: number;
}

interface Settling extends Pick<Ctx, 'ledger' | 'services'> {
  /** Returns the processor time that the request used here, such as for a template that loops or a PDF that cannot be read. */
  readonly workMs: () => number;
}

/** If the work fails, nothing is kept or charged. */
export async function withReservation<Result>(
  ctx: Settling,
  fileId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const released = await rollback(ctx, fileId, error);
    throw released === 'closed' ? new ApiError('WORKSPACE_NOT_FOUND') : error;
  }
}

/** Reserves the credits that the request does not hold yet. Returns the ids of all files, the first one included. @throws {ApiError} */
export async function reserveFiles(
  { ctx, fileId: leadId }: Run,
  files: number,
  { creditsLater = false }: Pick<Product, 'creditsLater'>,
): Promise<string[]> {
  const others = Array.from({ length: files - 1 }, () => newId('file'));
  const fileIds = creditsLater ? [leadId, ...others] : others;
  if (fileIds.length === 0) return [leadId];
  const refused = await ctx.ledger.growReservation({ leadId, fileIds, scratchIds: [] }, ctx.workspace.plan);
  if (refused !== null) throw refusalError(refused);
  return [leadId, ...others];
}

/**
 * Repeats a commit whose answer was lost: the ledger charges a file only once. An upload costs no credit and can be repeated, so its work
 * is lost time.
 */
export async function commit(
  { ctx, phases }: Run,
  { isUpload = false }: Pick<Product, 'isUpload'>,
  { file, excerpts }: { readonly file: FileRecord; readonly excerpts: readonly Excerpt[] },
): Promise<Usage> {
  const lostMs = isUpload ? workMsOf(ctx.meter) : 0;
  const attempt = () => ctx.ledger.commit(file, ctx.workspace.plan, excerpts, lostMs);
  const settlement = await phases.measure('commit', () => attempt().catch(attempt));
  if (settlement.outcome === 'committed') return settlement.usage;
  throw new ApiError(settlement.outcome === 'closed' ? 'WORKSPACE_NOT_FOUND' : 'REQUEST_TIMEOUT');
}

/** The credit comes first: no commit can succeed after it. It is null if this fails: then the alarm does the same. */
async function rollback(ctx: Settling, fileId: string, failure: unknown): Promise<Release | null> {
  try {
    const released = await ctx.ledger.release(fileId, describeFailure(failure, ctx.workMs()));
    if (released !== 'committed') await deleteFileObjects(ctx.services.fileStore, [fileId]);
    return released;
  } catch (error) {
    console.error(JSON.stringify({ event: 'release_failed', fileId, cause: String(error) }));
    return null;
  }
}

/** @param workMs is lost too, like the time on a page (decision 29) */
export function describeFailure(failure: unknown, workMs = 0): ReleaseReason {
  const pageMs = lostPageMs(failure) + workMs;
  if (isCancelled(failure)) return { errorCode: null, pageMs };
  const { code, message, details } = toApiError(failure);
  return { errorCode: code, pageMs, problem: { message, details } };
}
