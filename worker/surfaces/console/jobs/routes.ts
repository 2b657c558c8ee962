import { listedJob } from '../../../../schema/console/jobs.ts';
import { readReference } from '../../../adapters/d1/template-reference.ts';
import { describeJob } from '../../../verbs/jobs/describe-job.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { jobVerbs } from '../../shared/jobs.ts';
import { inWorkspace, inWorkspaceChange, memberRoute } from '../http/in-workspace.ts';

const { list, cancel } = jobVerbs(listedJob, async (ctx, { job, origin }) => ({
  ...(await describeJob(ctx, { job, origin })),
  templateId: job.template === null ? null : (readReference(job.template, 'published')?.templateId ?? null),
}));

export const jobRoutes = validatingRouter().openapiRoutes([
  memberRoute(list, inWorkspace('member'), 'A page of jobs, newest first'),
  memberRoute(cancel, inWorkspaceChange('admin'), 'The job is canceled'),
]);
