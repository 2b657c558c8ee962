import { PrintCancelled } from '@platen/print-engine';
import { randomText } from '../../../schema/ids.ts';
import type { MediaType } from '../../../schema/media-types.ts';
import type { Environment } from '../../../schema/permissions.ts';
import { PLANS, type PlanId, TEST_RETENTION_MS } from '../../../schema/plans.ts';
import { ApiError } from '../../lib/api-error.ts';
import type { Ctx } from '../../ctx.ts';
import { deleteFileObjects } from '../../adapters/r2/file-objects.ts';
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
import type { Phases } from '../../adapters/tracing/phases.ts';
import { plannedCopies } from '../targets/copy-file.ts';
import type { TargetRecord } from '../../adapters/d1/targets.ts';
import { toApiError } from '../../lib/to-api-error.ts';
import { lostPageMs } from './lost-page-ms.ts';
import { ledgerDeadline } from './print-limits.ts';

/** The steps that all requests for files share: they start with a reservation, and end with a commit or a release. */

const DAY_MS = 24 * 60 * 60 * 1000;

/** A person who uses the dashboard takes the place of a live key. */
export interface KeyOfRequest {
  readonly id: string;
  readonly environment: Environment;
}

export interface AdmissionInput {
  readonly key: KeyOfRequest;
  readonly idempotency: IdempotencyClaim | null;
  /** When the plan's timeout starts, in epoch milliseconds. */
  readonly arrivedAt: number;
  readonly phases: Phases;
}

export type Admitted = Extract<Admission, { outcome: 'reserved' | 'replayed' }>;

/** Counts the request and reserves a credit. @throws {ApiError} */
export async function admit(ctx: Ctx, input: AdmissionInput, fileId: string): Promise<Admitted> {
  const { key, idempotency, phases, arrivedAt } = input;
  const reservation = {
    fileId,
    environment: key.environment,
    deadline: ledgerDeadline(ctx, arrivedAt),
    ...(idempotency === null ? {} : { idempotency }),
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
  readonly plan: PlanId;
  readonly templatesVersion: number;
  readonly targetsVersion: number;
}

/** If the work fails, nothing is kept or charged. @param work gets the plan of the admission */
export async function withReservation<Result>(
  ctx: Ctx,
  { fileId, plan }: Pick<Reserved, 'fileId' | 'plan'>,
  work: (planned: Ctx) => Promise<Result>,
): Promise<Result> {
  // The plan may have been changed after the isolate cached the key.
  const planned = { ...ctx, workspace: { ...ctx.workspace, plan } };
  try {
    return await work(planned);
  } catch (error) {
    const released = await rollback(planned, fileId, error);
    throw released === 'closed' ? new ApiError('WORKSPACE_NOT_FOUND') : error;
  }
}

/** Repeats a commit whose answer was lost: the ledger charges a file only once. */
export async function commit(
  { ctx, phases }: { readonly ctx: Ctx; readonly phases: Phases },
  file: FileRecord,
  parts: readonly FilePart[] = [],
): Promise<Usage> {
  const attempt = () => ctx.ledger.commit(file, ctx.workspace.plan, parts);
  const settlement = await phases.measure('commit', () => attempt().catch(attempt));
  if (settlement.outcome === 'committed') return settlement.usage;
  throw new ApiError(settlement.outcome === 'closed' ? 'WORKSPACE_NOT_FOUND' : 'REQUEST_TIMEOUT');
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

export interface NewFile {
  readonly key: KeyOfRequest;
  readonly fileId: string;
  readonly filename: string;
  readonly mediaType: MediaType;
  readonly sizeBytes: number;
  /** Null for a file that was not printed from a saved template. */
  readonly template: FileRecord['template'];
  readonly method: FileRecord['method'];
  readonly targets: readonly TargetRecord[];
  /** Of the request, in epoch milliseconds. */
  readonly arrivedAt: number;
}

export function fileRecord(
  ctx: Ctx,
  { key, fileId, filename, mediaType, sizeBytes, template, method, targets, arrivedAt }: NewFile,
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
    sizeBytes,
    thumbnail: null,
    processingTimeMs: now - arrivedAt,
    template: template && { id: template.id, name: template.name },
    method,
    linkToken: randomText(22),
    createdAt: now,
    expiresAt: now + retentionMs,
    copies: plannedCopies(targets, { fileId, filename, createdAt: now }),
  };
}
