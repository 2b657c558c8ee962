import { z } from 'zod';
import { JOB_STATES } from '../jobs.ts';
import { ENVIRONMENTS } from '../permissions.ts';
import { filePart } from './assemble.ts';
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
    createdAt: time('When the request was accepted.'),
    startedAt: time('When the last attempt started. Null before the first one.').nullable(),
    finishedAt: time('When the job ended. Null before that.').nullable(),
    expiresAt: time('When the job is removed. Null until it has ended.').nullable(),
    attempts: z.int().meta({ description: 'Number of attempts that were started.' }),
    fileId: z
      .string()
      .nullable()
      .meta({ description: 'The id of the PDF, also after the file was deleted. Null if there is none.' }),
    file: generatedFile.nullable().meta({
      description: 'The PDF of a job that succeeded. Null if the file was deleted.',
    }),
    files: z.array(filePart).optional().meta({
      description: 'Of a split: all of its files that were not deleted. `file` is the first one.',
    }),
    report: renderReport.optional().meta({
      description:
        'Only in the answer about one job, if the request had `options.report: true` and the file exists.',
    }),
    meta: returnedMeta,
    error: errorBody.shape.error.nullable().meta({
      description: 'Why the job failed. `requestId` is the id of the request that was accepted.',
    }),
  })
  .meta({ id: 'Job', description: 'A generation that was accepted and runs later.' });

export type Job = z.infer<typeof job>;

export const jobAnswer = answerOf(job);
export const jobPage = pageOf(job);
