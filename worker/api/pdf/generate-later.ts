import { findRegion } from '../../../renderer/browser-run/region.ts';
import type { GenerateRequest } from '../../../schema/api/generate.ts';
import { ApiError } from '../../api-error.ts';
import { answer } from '../../http/answer.ts';
import { type AppContext, requireCtx } from '../../http/context.ts';
import { readOrigin } from '../../http/origin.ts';
import { acceptJob } from '../../jobs/accept-job.ts';
import { describeJob } from '../../jobs/describe-job.ts';
import type { JobRecord } from '../../ledger/job-protocol.ts';
import type { IdempotencyClaim } from '../../ledger/protocol.ts';
import { requireKey } from '../context.ts';
import { waitMsOf } from '../preferences.ts';
import { respond } from './respond.ts';

/** Contract 13.1: 202 with the job, or the usual answer if the job ends while the client waits. */
export async function generateLater(
  c: AppContext,
  { body, json, idempotency }: { body: GenerateRequest; json: unknown; idempotency: IdempotencyClaim | null },
) {
  const ctx = requireCtx(c);
  const { arrivedAt, requestId, phases } = c.var;
  const templateId = body.templateId ?? null;
  const region = findRegion(c.req.raw.cf);
  const isEncrypted = body.options?.encryption !== undefined;
  const job = {
    key: requireKey(c),
    requestId,
    json,
    templateId,
    idempotency,
    region,
    arrivedAt,
    isEncrypted,
  };
  const accepted = await phases.measure('accept', () => acceptJob(ctx, job));
  const wantsReport = body.options?.report === true;
  if (accepted.outcome === 'replayed')
    return respond(c, { ...accepted, replayed: true, report: null }, wantsReport);
  const ended = await phases.measure('wait', () => awaitEnd(c, accepted.job, waitMsOf(c)));
  return respondWithJob(c, ended, accepted.outcome === 'known');
}

async function awaitEnd(c: AppContext, job: JobRecord, waitMs: number): Promise<JobRecord> {
  if (waitMs === 0 || job.finishedAt !== null) return job;
  const ended = await requireCtx(c).ledger.findJob(job.jobId, waitMs);
  // A job is kept after its end, unless the workspace is deleted.
  if (ended === null) throw new ApiError('WORKSPACE_NOT_FOUND');
  return ended;
}

async function respondWithJob(c: AppContext, job: JobRecord, isKnown: boolean) {
  const ctx = requireCtx(c);
  if (job.error !== null) {
    const { code, ...options } = job.error;
    // The end of the job has counted it.
    c.var.count.countedError(code);
    throw new ApiError(code, options);
  }
  c.header('Location', `/v1/jobs/${job.jobId}`);
  if (job.file !== null) {
    const usage = await ctx.ledger.account(ctx.workspace.plan);
    const { remaining, quotaUsed, quotaLimit } = usage;
    const generated = { file: job.file, usage: { remaining, quotaUsed, quotaLimit }, report: null };
    return respond(c, { ...generated, replayed: isKnown }, false);
  }
  if (isKnown) c.header('Idempotency-Replayed', 'true');
  return c.json(answer(c, await describeJob(ctx, { job, origin: readOrigin(c) })), 202);
}
