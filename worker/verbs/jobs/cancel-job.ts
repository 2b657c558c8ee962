import { ApiError } from '../../lib/api-error.ts';
import type { Ctx } from '../../ctx.ts';
import type { JobRecord } from '../../objects/ledger/jobs/job-protocol.ts';

/** Can be repeated. @throws {ApiError} `JOB_NOT_FOUND`, `JOB_FINISHED` */
export async function cancelJob({ ledger }: Ctx, jobId: string): Promise<JobRecord> {
  const cancellation = await ledger.cancelJob(jobId);
  if (cancellation.outcome === 'unknown') throw new ApiError('JOB_NOT_FOUND');
  const { job } = cancellation;
  if (cancellation.outcome === 'finished')
    throw new ApiError('JOB_FINISHED', { values: { state: job.state } });
  return job;
}
