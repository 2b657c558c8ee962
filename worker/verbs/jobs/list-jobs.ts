import type { z } from 'zod';
import type { jobQuery } from '../../../schema/api/jobs.ts';
import { DEFAULT_PAGE_SIZE } from '../../../schema/api/paging.ts';
import type { Ctx } from '../../ctx.ts';
import { decodePosition, encodeCursor } from '../../lib/cursor.ts';
import type { JobRecord } from '../../objects/ledger/jobs/job-protocol.ts';

export type JobQuery = z.infer<typeof jobQuery>;

export async function listJobs(
  { ledger }: Ctx,
  { limit, cursor, state }: JobQuery,
): Promise<{ jobs: readonly JobRecord[]; nextCursor: string | null }> {
  const after = cursor === undefined ? undefined : decodePosition(cursor);
  const { jobs, more } = await ledger.listJobs({
    limit: limit ?? DEFAULT_PAGE_SIZE,
    ...(state === undefined ? {} : { state }),
    ...(after === undefined ? {} : { after: { createdAt: after.createdAt, jobId: after.id } }),
  });
  const last = jobs.at(-1);
  return { jobs, nextCursor: more && last ? encodeCursor([String(last.createdAt), last.jobId]) : null };
}
