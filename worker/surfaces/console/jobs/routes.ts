import { createRoute, z } from '@hono/zod-openapi';
import { jobQuery } from '../../../../schema/api/jobs.ts';
import { canceledJobAnswer, type ListedJob, listedJobPage } from '../../../../schema/console/jobs.ts';
import type { Ctx } from '../../../ctx.ts';
import { answer, answerPage } from '../../http/answer.ts';
import { requireCtx } from '../../http/context.ts';
import { readOrigin } from '../../http/origin.ts';
import { jsonResponse } from '../../http/responses.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { cancelJob } from '../../../verbs/jobs/cancel-job.ts';
import { describeJob } from '../../../verbs/jobs/describe-job.ts';
import { listJobs } from '../../../verbs/jobs/list-jobs.ts';
import type { JobRecord } from '../../../objects/ledger/jobs/job-protocol.ts';
import { readReference } from '../../../adapters/d1/template-reference.ts';
import { inWorkspace, inWorkspaceChange } from '../http/in-workspace.ts';

const listing = createRoute({
  method: 'get',
  path: '/',
  middleware: inWorkspace('member'),
  request: { query: jobQuery },
  responses: { 200: jsonResponse('A page of jobs, newest first', listedJobPage) },
});

const cancellation = createRoute({
  method: 'post',
  path: '/{jobId}/cancel',
  middleware: inWorkspaceChange('admin'),
  request: { params: z.object({ ws: z.string(), jobId: z.string() }) },
  responses: { 200: jsonResponse('The job is canceled', canceledJobAnswer) },
});

export const jobRoutes = validatingRouter()
  .openapi(listing, async (c) => {
    const ctx = requireCtx(c);
    const origin = readOrigin(c);
    const { jobs, nextCursor } = await listJobs(ctx, c.req.valid('query'));
    const described = await Promise.all(jobs.map((job) => describeListed(ctx, job, origin)));
    return c.json(answerPage(c, described, nextCursor), 200);
  })
  .openapi(cancellation, async (c) => {
    const ctx = requireCtx(c);
    const job = await cancelJob(ctx, c.req.valid('param').jobId);
    return c.json(answer(c, await describeListed(ctx, job, readOrigin(c))), 200);
  });

const describeListed = async (ctx: Ctx, job: JobRecord, origin: string): Promise<ListedJob> => ({
  ...(await describeJob(ctx, { job, origin })),
  templateId: job.template === null ? null : (readReference(job.template, 'published')?.templateId ?? null),
});
