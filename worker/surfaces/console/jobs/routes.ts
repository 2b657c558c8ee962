import { answerOf } from '../../../../schema/api/paging.ts';
import { type ListedJob, listedJob } from '../../../../schema/console/jobs.ts';
import { readReference } from '../../../adapters/d1/template-reference.ts';
import type { Ctx } from '../../../ctx.ts';
import type { JobRecord } from '../../../objects/ledger/jobs/job-protocol.ts';
import { describeJob } from '../../../verbs/jobs/describe-job.ts';
import { getJob } from '../../../verbs/jobs/get-job.ts';
import { readOrigin } from '../../http/origin.ts';
import { routerOf, verbRoute } from '../../http/route.ts';
import { jobParams, jobVerbs } from '../../shared/jobs.ts';
import { inWorkspace, inWorkspaceChange, memberRoute } from '../http/in-workspace.ts';

const show = async (
  ctx: Ctx,
  { job, origin }: { readonly job: JobRecord; readonly origin: string },
): Promise<ListedJob> => ({
  ...(await describeJob(ctx, { job, origin })),
  templateId: job.template === null ? null : (readReference(job.template, 'published')?.templateId ?? null),
});

const { list, cancel } = jobVerbs(listedJob, show);

const read = verbRoute({
  method: 'get',
  path: '/{jobId}',
  params: jobParams,
  answer: answerOf(listedJob),
  run: async (ctx, { jobId }, c) => ({
    data: await show(ctx, { job: await getJob(ctx, { jobId, waitMs: 0 }), origin: readOrigin(c) }),
  }),
});

export const jobRoutes = routerOf([
  memberRoute(list, inWorkspace('member'), 'A page of jobs, newest first'),
  memberRoute(read, inWorkspace('member'), 'The job'),
  memberRoute(cancel, inWorkspaceChange('admin'), 'The job is canceled'),
]);
