import type { Job } from '../../../schema/api/jobs.ts';
import { metaField } from '../../../schema/api/meta.ts';
import type { Report } from '../../../schema/api/report.ts';
import type { Ctx } from '../../ctx.ts';
import { describeFile } from '../files/describe-file.ts';
import { describeExcerpts } from '../files/describe-excerpts.ts';
import { readReport } from '../files/kept-report.ts';
import { fileLinks } from '../files/links.ts';
import type { JobRecord } from '../../objects/ledger/jobs/job-protocol.ts';
import type { FileRecord } from '../../objects/ledger/protocol.ts';

/** Signs new URLs of the file. */
export async function describeJob(
  ctx: Ctx,
  { job, origin }: { readonly job: JobRecord; readonly origin: string },
): Promise<Job> {
  const { jobId, state, environment, attempts, fileId } = job;
  return {
    jobId,
    state,
    environment,
    createdAt: new Date(job.createdAt).toISOString(),
    startedAt: toTime(job.startedAt),
    finishedAt: toTime(job.finishedAt),
    expiresAt: toTime(job.expiresAt),
    attempts,
    fileId,
    file: job.file && (await describeJobFile(ctx, job.file, origin)),
    ...(job.excerpts.length === 0
      ? {}
      : {
          files: await describeExcerpts(ctx, {
            excerpts: job.excerpts,
            origin,
            signedAt: ctx.services.now(),
          }),
        }),
    ...metaField(job.meta),
    error: describeStoredError(job),
  };
}

/** Returns null without one, and after the file was deleted. */
export const readJobReport = async (ctx: Ctx, { hasReport, file }: JobRecord): Promise<Report | null> =>
  hasReport && file !== null ? readReport(ctx, file.fileId) : null;

async function describeJobFile({ services }: Ctx, file: FileRecord, origin: string) {
  return describeFile(file, await fileLinks(file, services.signer, origin, services.now()));
}

/** Contract 3.1. */
export function describeStoredError({
  error,
  requestId,
  finishedAt,
}: Pick<JobRecord, 'error' | 'requestId' | 'finishedAt'>): Job['error'] {
  if (error === null) return null;
  const { code, message, details } = error;
  return {
    code,
    message,
    ...(details.length > 0 ? { details: [...details] } : {}),
    requestId,
    timestamp: new Date(finishedAt ?? 0).toISOString(),
  };
}

const toTime = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());
