import { z } from '@hono/zod-openapi';
import { errorBody } from '../../schema/api/error-body.ts';

/** How routes declare what they take and answer: one shape for all, so that the description reads alike. */

/** On every response. Source: specification, section 4.1. */
const HEADERS = z.object({
  'X-Request-Id': z.string(),
  'X-RateLimit-Limit': z.int().meta({ description: 'Requests that a window of 60 s may have.' }),
  'X-RateLimit-Remaining': z.int().meta({ description: 'Requests left in the window.' }),
  'X-RateLimit-Reset': z.int().meta({ description: 'Unix seconds at which the window ends.' }),
});

export const jsonResponse = <Schema extends z.ZodType>(description: string, schema: Schema) => ({
  description,
  headers: HEADERS,
  content: { 'application/json': { schema } },
});

export const emptyResponse = (description: string) => ({ description, headers: HEADERS });

/** The bytes of a PDF. */
export const pdfResponse = (description: string) => ({
  description,
  headers: HEADERS,
  content: { 'application/pdf': { schema: z.string().meta({ format: 'binary' }) } },
});

export const jsonBody = <Schema extends z.ZodType>(schema: Schema) => ({
  body: { required: true, content: { 'application/json': { schema } } },
});

export const errorResponse = (description: string) => jsonResponse(description, errorBody);

/** What every keyed route may answer. */
export const KEYED_ERRORS = {
  400: errorResponse('`VALIDATION_ERROR`'),
  401: errorResponse('`INVALID_API_KEY`, `API_KEY_EXPIRED`, `API_KEY_REVOKED`'),
  403: errorResponse('`INSUFFICIENT_PERMISSIONS`'),
  404: errorResponse('`WORKSPACE_NOT_FOUND`'),
  429: errorResponse('`RATE_LIMIT_EXCEEDED`'),
  500: errorResponse('`INTERNAL_ERROR`'),
} as const;
