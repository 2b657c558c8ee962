import { findRegion } from '../../../../renderer/browser-run/region.ts';
import type { Report } from '../../../../schema/api/report.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { type AppContext, requireCtx } from '../../http/context.ts';
import { noteSubject } from '../../http/log-request.ts';
import { readOrigin } from '../../http/origin.ts';
import { warningsInBody } from '../../http/unknown-fields.ts';
import { acceptJob } from '../../../verbs/jobs/accept-job.ts';
import type { JobKind } from '../../../verbs/jobs/job-kind.ts';
import { describeJob, readJobReport } from '../../../verbs/jobs/describe-job.ts';
import type { JobRecord } from '../../../objects/ledger/jobs/job-protocol.ts';
import type { Excerpt, FileRecord, IdempotencyClaim, Usage } from '../../../objects/ledger/protocol.ts';
import { requireKey } from '../context.ts';
import { waitMsOf } from '../preferences.ts';
import { respond } from './respond.ts';
import { respondWithExcerpts } from './respond-with-excerpts.ts';

interface LaterRequest {
  readonly kind: JobKind;
  /** The job stores it. */
  readonly json: unknown;
  /** It is null if the request prints no saved template, or if `json` names versions. */
  readonly templateId: string | null;
  readonly idempotency: IdempotencyClaim | null;
  /** It has secrets, so it is stored sealed. */
  readonly hasSecrets: boolean;
  readonly wantsReport: boolean;
  /** The request's, as JSON. */
  readonly meta: string | null;
}

/** Contract 13.1: 202 with the job, or the usual answer if the job ends while the client waits. */
export async function runLater(c: AppContext, request: LaterRequest): Promise<Response> {
  const ctx = requireCtx(c);
  const { arrivedAt, requestId, trace, phases } = c.var;
  const region = findRegion(c.req.raw.cf);
  const accepted = await phases.measure('accept', () =>
    acceptJob(ctx, { ...request, key: requireKey(c), requestId, trace, region, arrivedAt }),
  );
  if (accepted.outcome === 'replayed')
    return respondWithFiles(c, { ...accepted, replayed: true, report: null });
  const { outcome, job } = accepted;
  noteSubject(c, { jobId: job.jobId });
  const ended = await phases.measure('wait', () => awaitEnd(c, job, waitMsOf(c)));
  return respondWithJob(c, ended, outcome === 'known');
}

interface FilesResult {
  readonly file: FileRecord;
  readonly excerpts: readonly Excerpt[];
  readonly usage: Usage;
  readonly replayed: boolean;
  readonly report: Report | null;
}

const respondWithFiles = (c: AppContext, result: FilesResult): Promise<Response> =>
  result.excerpts.length > 0 ? respondWithExcerpts(c, result) : respond(c, result);

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
    c.get('count').countedError(code);
    throw new ApiError(code, options);
  }
  c.header('Location', `/v1/jobs/${job.jobId}`);
  if (job.file !== null) {
    const usage = await ctx.ledger.account(ctx.workspace.plan);
    const { remaining, quotaUsed, quotaLimit } = usage;
    const { file, excerpts } = job;
    return respondWithFiles(c, {
      file,
      excerpts,
      usage: { remaining, quotaUsed, quotaLimit },
      replayed: isKnown,
      report: isKnown ? null : await readJobReport(ctx, job),
    });
  }
  if (isKnown) c.header('Idempotency-Replayed', 'true');
  const data = await describeJob(ctx, { job, origin: readOrigin(c) });
  return c.json({ success: true, requestId: c.get('requestId'), data, ...warningsInBody(c) }, 202);
}
