import { createRoute, z } from '@hono/zod-openapi';
import { ANSWER_EXAMPLES, EXAMPLE_JOB_ID } from '../../../../schema/api/examples.ts';
import { jobAnswer, jobPage, jobQuery } from '../../../../schema/api/jobs.ts';
import { answer, answerPage } from '../../http/answer.ts';
import { requireCtx } from '../../http/context.ts';
import { readOrigin } from '../../http/origin.ts';
import { carrying, COMMON_HEADERS } from '../../http/response-headers.ts';
import { jsonResponse, requestHeader } from '../../http/responses.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { cancelJob } from '../../../verbs/jobs/cancel-job.ts';
import { describeJob, readJobReport } from '../../../verbs/jobs/describe-job.ts';
import { getJob } from '../../../verbs/jobs/get-job.ts';
import { listJobs } from '../../../verbs/jobs/list-jobs.ts';
import { keyedErrors } from '../error-responses.ts';
import { authenticate } from '../authenticate.ts';
import { describeKeyed, keyed } from '../keyed.ts';
import { limitRate } from '../limit-rate.ts';
import { confirmWait, waitMsOf } from '../preferences.ts';

const params = z.object({
  jobId: z.string().meta({ description: 'The `jobId` of a response.', example: EXAMPLE_JOB_ID }),
});

const listing = createRoute({
  method: 'get',
  path: '/',
  tags: ['Jobs'],
  summary: 'List jobs, newest first',
  ...keyed('pdf.read'),
  request: { query: jobQuery },
  responses: {
    200: jsonResponse('A page of jobs', jobPage, ANSWER_EXAMPLES.jobs),
    ...keyedErrors('VALIDATION_ERROR'),
  },
});

const reading = createRoute({
  method: 'get',
  path: '/{jobId}',
  tags: ['Jobs'],
  summary: 'Read a job',
  ...describeKeyed('pdf.read', 'The `signedUrl` of the file is new, and valid for 24 hours.'),
  middleware: [authenticate('pdf.read'), limitRate, confirmWait],
  parameters: [
    requestHeader('Prefer', '`wait=10` waits up to 10 seconds for the end of the job.', 'wait=10'),
  ],
  request: { params },
  responses: {
    200: {
      ...jsonResponse('The job', jobAnswer, ANSWER_EXAMPLES.job),
      headers: { ...COMMON_HEADERS, ...carrying('Preference-Applied') },
    },
    ...keyedErrors('JOB_NOT_FOUND'),
  },
});

const cancellation = createRoute({
  method: 'post',
  path: '/{jobId}/cancel',
  tags: ['Jobs'],
  summary: 'Cancel a job',
  ...keyed(
    'pdf.generate',
    'A queued job does not start, and the print of a running job ends. No file is kept and no credit is spent. A job that was canceled before stays as it is.',
  ),
  request: { params },
  responses: {
    200: jsonResponse('The job is canceled', jobAnswer, ANSWER_EXAMPLES.canceledJob),
    ...keyedErrors('JOB_NOT_FOUND', 'JOB_FINISHED'),
  },
});

export const jobRoutes = validatingRouter()
  .openapi(listing, async (c) => {
    const ctx = requireCtx(c);
    const { jobs, nextCursor } = await listJobs(ctx, c.req.valid('query'));
    const origin = readOrigin(c);
    const described = await Promise.all(jobs.map((job) => describeJob(ctx, { job, origin })));
    return c.json(answerPage(c, described, nextCursor), 200);
  })
  .openapi(reading, async (c) => {
    const ctx = requireCtx(c);
    const job = await getJob(ctx, { ...c.req.valid('param'), waitMs: waitMsOf(c) });
    const report = await readJobReport(ctx, job);
    const described = await describeJob(ctx, { job, origin: readOrigin(c) });
    return c.json(answer(c, report === null ? described : { ...described, report }), 200);
  })
  .openapi(cancellation, async (c) => {
    const ctx = requireCtx(c);
    const job = await cancelJob(ctx, c.req.valid('param').jobId);
    return c.json(answer(c, await describeJob(ctx, { job, origin: readOrigin(c) })), 200);
  });
