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
  .meta({ id: 'Error' });

export type ErrorBody = z.infer<typeof errorBody>;
