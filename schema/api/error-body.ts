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
