import { PrintCancelled } from '@platen/print-engine';
import { namedRegion, type Region } from '../../renderer/browser-run/region.ts';
import { newId } from '../../schema/ids.ts';
import { generateRequest } from '../../schema/api/generate.ts';
import { overTwiceTheLimit } from '../../schema/api/body-problems.ts';
import { PLANS } from '../../schema/plans.ts';
import { EDGE_MAX_BYTES } from '../../compose/template-limits.ts';
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
import { logCause } from '../log-cause.ts';
import type { Services } from '../services.ts';
import { jobBodyKey } from '../storage/keys.ts';
import type { StoredBody } from '../storage/object-store.ts';
import { toApiError } from '../to-api-error.ts';
import { recordGeneration } from '../usage/record-generation.ts';

export interface RunJobInput {
  readonly bell: JobBell;
  /** A job is printed where its request came from. */
  readonly servicesIn: (region: Region) => Services;
  readonly inBackground: (work: Promise<unknown>) => void;
}

/**
 * Makes one attempt, unless the ledger says that there is nothing to do. The ledger decides what follows from a failure, so
 * this throws only if the attempt did not start.
 */
export async function runJob(ctx: BaseCtx, { bell, servicesIn, inBackground }: RunJobInput): Promise<void> {
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
    await print(workspaceCtx, { jobId, fileId, attempt, phases, terms, servicesIn });
  } catch (error) {
    failure = error;
  }
  logAttempt({ jobId, workspaceId, attempt, startedAt, phases, failure });
}

interface Print extends Pick<RunJobInput, 'servicesIn'> {
  readonly jobId: string;
  readonly fileId: string;
  readonly attempt: JobAttempt;
  readonly phases: Phases;
  readonly terms: LaneTerms;
}

async function print(ctx: Ctx, { jobId, fileId, attempt, phases, terms, servicesIn }: Print): Promise<void> {
  let opened: OpenLane | null = null;
  const openLane = async () => {
    const stored = await phases.measure('body', () => ctx.services.fileStore.get(jobBodyKey(jobId)));
    if (stored === null) throw new Error('The body of the job is missing');
    const services = servicesIn(namedRegion(stored.custom?.region));
    opened = await phases.measure('read', () => openStoredBody({ ...ctx, services }, terms, stored));
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

interface Attempted extends Pick<Print, 'jobId' | 'attempt' | 'phases'> {
  readonly workspaceId: string;
  readonly startedAt: number;
  /** Null if the PDF was made. */
  readonly failure: unknown;
}

/** Like the line of a request, it has no content. */
function logAttempt({ jobId, workspaceId, attempt, startedAt, phases, failure }: Attempted): void {
  const { requestId, keyId } = attempt;
  const isCanceled = failure instanceof PrintCancelled;
  const error = failure === null || isCanceled ? null : toApiError(failure);
  if (error !== null) logCause(error, requestId);
  const durationMs = Date.now() - startedAt;
  const code = error?.code ?? null;
  const line = { event: 'job', jobId, requestId, code, isCanceled, workspaceId, keyId, durationMs, phases };
  console.log(JSON.stringify(line));
}
