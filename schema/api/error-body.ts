import { z } from 'zod';
import { ERROR_STATUS } from './errors.ts';

/** Every error of the API. Source: specification, section 7.1. */
export const errorBody = z
  .object({
    error: z.object({
      code: z.string().meta({ enum: Object.keys(ERROR_STATUS) }),
      message: z.string(),
      details: z.array(z.string()).optional(),
      requestId: z.string(),
      timestamp: z.iso.datetime(),
    }),
  })
  .meta({
    id: 'Error',
    example: {
      error: {
        code: 'VALIDATION_ERROR',
        message: 'The request is not valid.',
        details: ['options.margin.top: must be 0 or more'],
        requestId: 'req_GZ9KfalSjyc2egHBeJG4wZ',
        timestamp: '2026-11-20T15:24:30.323Z',
      },
    },
  });

export type ErrorBody = z.infer<typeof errorBody>;
