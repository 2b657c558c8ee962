import { ApiError } from '../../lib/api-error.ts';
import type { Ctx } from '../../ctx.ts';
import type { JobRecord } from '../../objects/ledger/jobs/job-protocol.ts';

/** @param input.waitMs how long to wait for the end of the job @throws {ApiError} `JOB_NOT_FOUND` */
export async function getJob(
  { ledger }: Ctx,
  { jobId, waitMs }: { readonly jobId: string; readonly waitMs: number },
): Promise<JobRecord> {
  const job = await ledger.findJob(jobId, waitMs);
  if (job === null) throw new ApiError('JOB_NOT_FOUND');
  return job;
}
