import { z } from 'zod';
import { JOB_STATES } from '../jobs.ts';
import { ENVIRONMENTS } from '../permissions.ts';
import { excerpt } from './assemble.ts';
import { errorBody } from './error-body.ts';
import { generatedFile } from './generate.ts';
import { returnedMeta } from './meta.ts';
import { answerOf, pageOf, pageQuery } from './paging.ts';
import { renderReport } from './report.ts';

/** Source: contract 13. */

export const jobQuery = pageQuery.extend({
  state: z.enum(JOB_STATES).optional().meta({ description: 'Jobs in this state.' }),
});

const time = (description: string) => z.iso.datetime().meta({ description });

export const job = z
  .object({
    jobId: z.string().meta({ description: 'The id of the job.' }),
    state: z.enum(JOB_STATES).meta({
      description: '`queued` and `running` jobs end as `succeeded`, `failed` or `canceled`.',
    }),
    environment: z.enum(ENVIRONMENTS).meta({ description: '`test`: accepted with a test key.' }),
    createdAt: time('Time at which the request was accepted.'),
    startedAt: time('Time at which the last attempt started, or `null` before the first one.').nullable(),
    finishedAt: time('Time at which the job ended, or `null` before that.').nullable(),
    expiresAt: time('Time at which the job is removed, or `null` until it has ended.').nullable(),
    attempts: z.int().meta({ description: 'Number of attempts that were started.' }),
    fileId: z.string().nullable().meta({
      description: 'The id of the PDF, also after the file was deleted, or `null` if there is none.',
    }),
    file: generatedFile.nullable().meta({
      description: 'The PDF of a job that succeeded, or `null` if the file was deleted.',
    }),
    files: z.array(excerpt).optional().meta({
      description: 'Of a split: all of its files that were not deleted. `file` is the first one.',
    }),
    report: renderReport.optional().meta({
      description:
        'Only in the answer about one job, if the request had `options.report: true` and the file exists.',
    }),
    meta: returnedMeta,
    error: errorBody.shape.error.nullable().meta({
      description: 'The error of a job that failed. `requestId` is the id of the request that was accepted.',
    }),
  })
  .meta({ id: 'Job', description: 'A generation that was accepted and runs later.' });

export type Job = z.infer<typeof job>;

export const jobAnswer = answerOf(job);
export const jobPage = pageOf(job);
