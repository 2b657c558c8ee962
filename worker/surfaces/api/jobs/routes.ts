import { ANSWER_EXAMPLES } from '../../../../schema/api/examples.ts';
import { job, jobAnswer } from '../../../../schema/api/jobs.ts';
import { describeJob, readJobReport } from '../../../verbs/jobs/describe-job.ts';
import { getJob } from '../../../verbs/jobs/get-job.ts';
import { readOrigin } from '../../http/origin.ts';
import { carrying, COMMON_HEADERS } from '../../http/response-headers.ts';
import { requestHeader } from '../../http/responses.ts';
import { routerOf, verbRoute } from '../../http/route.ts';
import { jobParams, jobVerbs } from '../../shared/jobs.ts';
import { keyedRoutes } from '../keyed-route.ts';
import { confirmWait, waitMsOf } from '../preferences.ts';

const { list, cancel } = jobVerbs(job, describeJob);

const read = verbRoute({
  method: 'get',
  path: '/{jobId}',
  params: jobParams,
  answer: jobAnswer,
  headers: { ...COMMON_HEADERS, ...carrying('Preference-Applied') },
  async run(ctx, { jobId }, c) {
    const found = await getJob(ctx, { jobId, waitMs: waitMsOf(c) });
    const report = await readJobReport(ctx, found);
    const described = await describeJob(ctx, { job: found, origin: readOrigin(c) });
    return { data: report === null ? described : { ...described, report } };
  },
});

const keyedRoute = keyedRoutes('Jobs');

export const jobRoutes = routerOf([
  keyedRoute(list, 'pdf.read', {
    summary: 'List jobs, newest first',
    returns: 'A page of jobs',
    example: ANSWER_EXAMPLES.jobs,
  }),
  keyedRoute(read, 'pdf.read', {
    summary: 'Read a job',
    about: 'The `signedUrl` of the file is new, and valid for 24 hours.',
    parameters: [
      requestHeader('Prefer', '`wait=10` waits up to 10 seconds for the end of the job.', 'wait=10'),
    ],
    returns: 'The job',
    example: ANSWER_EXAMPLES.job,
    errors: ['JOB_NOT_FOUND'],
    around: confirmWait,
  }),
  keyedRoute(cancel, 'pdf.generate', {
    summary: 'Cancel a job',
    about:
      'A queued job does not start, and the print of a running job ends. No file is kept and no credit is spent. A job that was canceled before stays as it is.',
    returns: 'The job is canceled',
    example: ANSWER_EXAMPLES.canceledJob,
    errors: ['JOB_NOT_FOUND', 'JOB_FINISHED'],
  }),
]);
