import { PrintCancelled } from '@platen/print-engine';
import { newId } from '../../../schema/ids.ts';
import { deleteFileObjects } from '../../adapters/r2/file-objects.ts';
import type { Ctx } from '../../ctx.ts';
import { ApiError } from '../../lib/api-error.ts';
import { toApiError } from '../../lib/to-api-error.ts';
import type { Admission } from '../../objects/ledger/admission/admission-protocol.ts';
import type {
  FilePart,
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

interface AdmissionInput extends Pick<Means, 'key' | 'startedAt' | 'phases'>, Pick<Product, 'isUpload'> {
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

type Settling = Pick<Ctx, 'ledger' | 'services'>;

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

/** Returns the ids of all files, the first one included. @throws {ApiError} */
export async function reserveOthers({ ctx, fileId: leadId }: Run, files: number): Promise<string[]> {
  if (files <= 1) return [leadId];
  const fileIds = Array.from({ length: files - 1 }, () => newId('file'));
  const refused = await ctx.ledger.growReservation({ leadId, fileIds, scratchIds: [] }, ctx.workspace.plan);
  if (refused !== null) throw refusalError(refused);
  return [leadId, ...fileIds];
}

/** Repeats a commit whose answer was lost: the ledger charges a file only once. */
export async function commit(
  { ctx, phases }: Run,
  file: FileRecord,
  parts: readonly FilePart[],
): Promise<Usage> {
  const attempt = () => ctx.ledger.commit(file, ctx.workspace.plan, parts);
  const settlement = await phases.measure('commit', () => attempt().catch(attempt));
  if (settlement.outcome === 'committed') return settlement.usage;
  throw new ApiError(settlement.outcome === 'closed' ? 'WORKSPACE_NOT_FOUND' : 'REQUEST_TIMEOUT');
}

/** The credit comes first: no commit can succeed after it. Null if this fails: then the alarm does the same. */
async function rollback(ctx: Settling, fileId: string, failure: unknown): Promise<Release | null> {
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
