import { z } from 'zod';
import { ERRORS } from './errors.ts';
import { requestId } from './paging.ts';

/** Source: contract 3.1. */
export const errorBody = z
  .object({
    error: z
      .object({
        code: z
          .string()
          .meta({ enum: Object.keys(ERRORS), description: 'A short code of the error, for programs.' }),
        message: z
          .string()
          .meta({ description: 'A description of the error, for people. The wording may change.' }),
        details: z.array(z.string()).optional().meta({
          description:
            'One entry for each problem of the request, with the path of its field; of a template, the line in error and a caret under the place.',
        }),
        requestId,
        timestamp: z.iso.datetime().meta({ description: 'Time at which the error was answered.' }),
      })
      .meta({ description: 'Present in every error, and in nothing else.' }),
  })
  .meta({ id: 'Error', description: 'The body of every error.' });

export type ErrorBody = z.infer<typeof errorBody>;

export const PROBLEM_TYPE = 'application/problem+json';

/** The same error for a client that prefers this type. Source: RFC 9457, contract 3.1. */
export const problemBody = z
  .object({
    type: z.string().meta({ description: 'The address of the page that explains the code.' }),
    title: z
      .string()
      .meta({ description: 'The code in words. It is the same for each error with this code.' }),
    status: z.int().meta({ description: 'The HTTP status.' }),
    detail: z.string().meta({ description: 'The `message` of the error.' }),
    ...errorBody.shape.error.omit({ message: true }).shape,
  })
  .meta({
    id: 'Problem',
    description: 'The body of every error, if `Accept` prefers `application/problem+json`.',
  });

export type ProblemBody = z.infer<typeof problemBody>;
