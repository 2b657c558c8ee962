import { z } from '@hono/zod-openapi';
import { EXAMPLE_JOB_ID } from '../../../schema/api/examples.ts';
import { type Job, jobQuery } from '../../../schema/api/jobs.ts';
import { answerOf, pageOf } from '../../../schema/api/paging.ts';
import type { Ctx } from '../../ctx.ts';
import type { JobRecord } from '../../objects/ledger/jobs/job-protocol.ts';
import { cancelJob } from '../../verbs/jobs/cancel-job.ts';
import { listJobs } from '../../verbs/jobs/list-jobs.ts';
import { readOrigin } from '../http/origin.ts';
import { verbRoute } from '../http/route.ts';

export const jobParams = z.object({
  jobId: z.string().meta({ description: 'The `jobId` of a response.', example: EXAMPLE_JOB_ID }),
});

/** @param show what the surface answers of a job */
export const jobVerbs = <Shown extends Job>(
  shown: z.ZodType<Shown>,
  show: (ctx: Ctx, terms: { readonly job: JobRecord; readonly origin: string }) => Promise<Shown>,
) => ({
  list: verbRoute({
    method: 'get',
    path: '/',
    query: jobQuery,
    answer: pageOf(shown),
    async run(ctx, query, c) {
      const { jobs, nextCursor } = await listJobs(ctx, query);
      const origin = readOrigin(c);
      return { data: await Promise.all(jobs.map((job) => show(ctx, { job, origin }))), nextCursor };
    },
  }),
  cancel: verbRoute({
    method: 'post',
    path: '/{jobId}/cancel',
    params: jobParams,
    answer: answerOf(shown),
    async run(ctx, { jobId }, c) {
      const job = await cancelJob(ctx, jobId);
      return { data: await show(ctx, { job, origin: readOrigin(c) }) };
    },
  }),
});
