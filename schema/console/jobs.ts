import { z } from 'zod';
import { job } from '../api/jobs.ts';
import { answerOf, pageOf } from '../api/paging.ts';

/** Source: contract 13.2. */
export const listedJob = job.extend({
  /** Without a version. It is null for raw HTML. */
  templateId: z.string().nullable(),
});
export type ListedJob = z.infer<typeof listedJob>;

export const listedJobPage = pageOf(listedJob);
export const canceledJobAnswer = answerOf(listedJob);
