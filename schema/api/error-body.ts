import { z } from 'zod';
import { ERRORS } from './errors.ts';
import { requestId } from './paging.ts';

/** Source: contract 3.1. */
export const errorBody = z
  .object({
    error: z
      .object({
        code: z.string().meta({ enum: Object.keys(ERRORS), description: 'What went wrong, for programs.' }),
        message: z.string().meta({ description: 'What went wrong, for people. The wording may change.' }),
        details: z.array(z.string()).optional().meta({
          description:
            'One entry for each problem of the request, with the path of its field; of a template, the line in error and a caret under the place.',
        }),
        requestId,
        timestamp: z.iso.datetime().meta({ description: 'When the error was answered.' }),
      })
      .meta({ description: 'Present in every error, and in nothing else.' }),
  })
  .meta({ id: 'Error', description: 'What every error answers.' });

export type ErrorBody = z.infer<typeof errorBody>;
