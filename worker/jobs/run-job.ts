import { newId } from '../../schema/ids.ts';
import { generateRequest } from '../../schema/api/generate.ts';
import { overTwiceTheLimit } from '../../schema/api/body-problems.ts';
import { PLANS } from '../../schema/plans.ts';
import { EDGE_MAX_BYTES } from '../../compose/template-limits.ts';
import { ApiError } from '../api-error.ts';
import { type BaseCtx, type Ctx, enterWorkspace } from '../ctx.ts';
import type { JobAttempt, JobBell } from '../ledger/job-protocol.ts';
import { SETTLING_TIME_MS } from '../ledger/reservation-store.ts';
import { readJson } from '../memory/read-json.ts';
import { RequestMemory } from '../memory/request-memory.ts';
import { printReserved } from '../pdf/generate.ts';
import {
  findContainer,
  isBulk,
  type LaneTerms,
  type OpenLane,
  openEdgeLane,
  openUnreadLane,
} from '../pdf/open-lane.ts';
import { printLimits } from '../pdf/print-limits.ts';
import { Phases } from '../phases.ts';
import { jobBodyKey } from '../storage/keys.ts';
import { toApiError } from '../to-api-error.ts';
import { recordGeneration } from '../usage/record-generation.ts';

export interface RunJobInput {
  readonly bell: JobBell;
  readonly inBackground: (work: Promise<unknown>) => void;
}

/**
 * Makes one attempt, unless the ledger says that there is nothing to do. The ledger decides what follows from a failure, so
 * this throws only if the attempt did not start.
 */
export async function runJob(ctx: BaseCtx, { bell, inBackground }: RunJobInput): Promise<void> {
  const { workspaceId, jobId } = bell;
  const ledger = ctx.services.ledger(workspaceId);
  const fileId = newId('file');
  const attempt = await ledger.startJob(jobId, fileId);
  if (attempt === null) return;
  const startedAt = Date.now();
  const phases = new Phases();
  const ended = new AbortController();
  // Of a job that was canceled, or that the ledger gave to another attempt.
  const leaseMs = PLANS[attempt.plan].timeoutMs + SETTLING_TIME_MS;
  inBackground(
    ledger.awaitRelease(fileId, leaseMs).then(
      () => ended.abort(),
      () => undefined,
    ),
  );
  const actor = { kind: 'key', id: attempt.keyId } as const;
  const workspaceCtx = enterWorkspace({ ...ctx, actor }, { id: workspaceId, plan: attempt.plan });
  const terms = { startedAt, signal: ended.signal, wantsHash: false, isStrict: false, inBackground };
  let failure: unknown = null;
  try {
    await print(workspaceCtx, { jobId, fileId, attempt, phases, terms });
  } catch (error) {
    failure = error;
  }
  logAttempt({ jobId, workspaceId, attempt, startedAt, phases, failure });
}

interface Print {
  readonly jobId: string;
  readonly fileId: string;
  readonly attempt: JobAttempt;
  readonly phases: Phases;
  readonly terms: LaneTerms;
}

async function print(ctx: Ctx, { jobId, fileId, attempt, phases, terms }: Print): Promise<void> {
  let opened: OpenLane | null = null;
  const openLane = async () => {
    opened = await phases.measure('body', () => openStoredBody(ctx, terms, jobId));
    return { ...opened.lane, templateId: attempt.template };
  };
  try {
    const { signal, startedAt: arrivedAt } = terms;
    const key = { id: attempt.keyId, environment: attempt.environment };
    const input = { key, openLane, arrivedAt, phases, signal };
    const { file } = await printReserved(ctx, input, { ...attempt, fileId });
    recordGeneration(ctx, file);
  } finally {
    (opened as OpenLane | null)?.close();
  }
}

async function openStoredBody(ctx: Ctx, terms: LaneTerms, jobId: string): Promise<OpenLane> {
  const stored = await ctx.services.fileStore.get(jobBodyKey(jobId));
  if (stored === null) throw new ApiError('INTERNAL_ERROR', { cause: new Error('The body is missing') });
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

interface Attempted extends Pick<Print, 'jobId' | 'attempt' | 'phases'> {
  readonly workspaceId: string;
  readonly startedAt: number;
  /** Null if the PDF was made. */
  readonly failure: unknown;
}

/** Like the line of a request, it has no content. */
function logAttempt({ jobId, workspaceId, attempt, startedAt, phases, failure }: Attempted): void {
  const error = failure === null ? null : toApiError(failure);
  const line = JSON.stringify({
    event: 'job',
    jobId,
    requestId: attempt.requestId,
    code: error?.code ?? null,
    workspaceId,
    keyId: attempt.keyId,
    durationMs: Date.now() - startedAt,
    phases,
  });
  console.log(line);
}
