import { PrintCancelled } from '@platen/print-engine';
import { namedRegion, type Region } from '../../../renderer/browser-run/region.ts';
import { newId } from '../../../schema/ids.ts';
import { generateRequest } from '../../../schema/api/generate.ts';
import { childOf, startTrace, type TraceContext, traceFields } from '../../../schema/trace-context.ts';
import { overTwiceTheLimit } from '../../../schema/api/body-problems.ts';
import { EDGE_MAX_BYTES } from '../../../compose/template-limits.ts';
import type { BaseCtx, Ctx } from '../../ctx.ts';
import type { JobAttempt, JobBell } from '../../objects/ledger/jobs/job-protocol.ts';
import { readJson } from '../../lib/memory/read-json.ts';
import { RequestMemory } from '../../lib/memory/request-memory.ts';
import {
  findContainer,
  isBulk,
  type LaneTerms,
  type OpenLane,
  openEdgeLane,
  openUnreadLane,
} from '../../verbs/make/open-lane.ts';
import { printLimits } from '../../verbs/make/print-limits.ts';
import { logCause } from '../../adapters/d1/log-cause.ts';
import type { Services } from '../../services.ts';
import { jobBodyKey } from '../../adapters/r2/keys.ts';
import type { StoredBody } from '../../adapters/r2/object-store.ts';
import { openBytes, SEALED } from '../../adapters/secrets/sealed-bytes.ts';
import { requireVault } from '../../verbs/targets/require-vault.ts';
import { toApiError } from '../../lib/to-api-error.ts';
import type { Tracing } from '../../adapters/tracing/platform-trace.ts';
import { JOB_KINDS } from '../../verbs/jobs/job-kind.ts';
import { type Attempted, runAttempt } from '../../verbs/make/run-attempt.ts';
import { sealingContext } from '../../verbs/jobs/sealing.ts';

export interface RunJobInput {
  readonly bell: JobBell;
  /** A job is printed where its request came from, and is part of the same trace. */
  readonly servicesIn: (region: Region | undefined, trace: TraceContext) => Services;
  readonly inBackground: (work: Promise<unknown>) => void;
  readonly tracing?: Tracing | undefined;
}

/**
 * Makes one attempt, unless the ledger says that there is nothing to do. The ledger decides what follows from a failure, so
 * this throws only if the attempt did not start.
 */
export async function runJob(
  ctx: BaseCtx,
  { bell, servicesIn, inBackground, tracing }: RunJobInput,
): Promise<void> {
  const { workspaceId, jobId } = bell;
  const fileId = newId('file');
  const attempt = await ctx.services.ledger(workspaceId).startJob(jobId, fileId);
  if (attempt === null) return;
  const trace = attempt.trace === null ? startTrace() : childOf(attempt.trace);
  const attempted = await runAttempt(
    { services: servicesIn(undefined, trace) },
    {
      workspaceId,
      fileId,
      attempt,
      inBackground,
      tracing,
      isBackground: false,
      open: async (workspaceCtx, terms, phases) => {
        const stored = await phases.measure('body', () =>
          workspaceCtx.services.fileStore.get(jobBodyKey(jobId)),
        );
        if (stored === null) throw new Error('The body of the job is missing');
        const services = servicesIn(namedRegion(stored.custom?.region), trace);
        const inRegion = { ...workspaceCtx, services };
        const body = await phases.measure('read', () => unseal(workspaceCtx, jobId, stored));
        const kind = JOB_KINDS.find((known) => known === stored.custom?.kind) ?? 'generate';
        const reportKeeping = stored.custom?.[SEALED] === undefined ? 'plain' : 'sealed';
        if (kind === 'generate') return { ...(await openStoredBody(inRegion, terms, body)), reportKeeping };
        const { openAssembly } = await import('../../verbs/make/assemble/open-assembly.ts');
        const { keyId: id, environment } = attempt;
        const key = { id, environment };
        return openAssembly(inRegion, { kind, stored: body, key, terms, phases, reportKeeping });
      },
    },
  );
  logAttempt(bell, { ...attempt, trace }, attempted);
}

async function unseal(ctx: Ctx, jobId: string, stored: StoredBody): Promise<StoredBody> {
  if (stored.custom?.[SEALED] === undefined) return stored;
  const bytes = await openBytes(requireVault(ctx), stored.body, sealingContext(ctx, jobId));
  return { ...stored, body: new Blob([bytes]).stream(), sizeBytes: bytes.byteLength };
}

async function openStoredBody(ctx: Ctx, terms: LaneTerms, stored: StoredBody): Promise<OpenLane> {
  const { body, sizeBytes } = stored;
  if (isBulk(ctx, sizeBytes)) {
    const instance = await findContainer(ctx, terms, sizeBytes);
    if (instance !== null) return openUnreadLane(ctx, terms, { instance, body });
  }
  const memory = new RequestMemory(ctx.workspace.id, printLimits(ctx, terms.startedAt).deadline);
  try {
    const limits = { maxBytes: EDGE_MAX_BYTES, tooLarge: overTwiceTheLimit(EDGE_MAX_BYTES) };
    const json = await readJson(body, limits, memory);
    const lane = openEdgeLane(ctx, terms, { body: generateRequest.parse(json), json, memory });
    return { lane, close: () => memory.release() };
  } catch (error) {
    memory.release();
    throw error;
  }
}

/** Like the line of a request, it has no content. */
function logAttempt(
  { jobId, workspaceId }: JobBell,
  attempt: JobAttempt & { readonly trace: TraceContext },
  attempted: Attempted,
): void {
  const { requestId, keyId } = attempt;
  const { phases, startedAt, failure } = attempted;
  const isCanceled = failure instanceof PrintCancelled;
  const error = attempted.file !== null || isCanceled ? null : toApiError(failure);
  if (error !== null) logCause(error, requestId);
  const durationMs = Date.now() - startedAt;
  const code = error?.code ?? null;
  const ids = { jobId, requestId, ...traceFields(attempt.trace), workspaceId, keyId };
  console.log(JSON.stringify({ event: 'job', ...ids, code, isCanceled, durationMs, phases }));
}
