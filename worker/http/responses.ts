import { z } from '@hono/zod-openapi';
import { carrying, COMMON_HEADERS, FILE_HEADERS } from './response-headers.ts';

/** How routes declare requests and responses in the API description. */

export const jsonResponse = <Schema extends z.ZodType>(
  description: string,
  schema: Schema,
  example?: z.input<Schema>,
) => ({
  description,
  headers: COMMON_HEADERS,
  content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
});

export const jsonBody = <Schema extends z.ZodType>(schema: Schema, example?: z.input<Schema>) => ({
  body: {
    required: true,
    content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
  },
});

export const PDF_CONTENT = {
  'application/pdf': {
    schema: z.string().meta({ format: 'binary', description: 'The bytes of the PDF.' }),
    example: '%PDF-1.4 …',
  },
};

/** A PDF that is not stored. */
export const pdfResponse = (description: string) => ({
  description,
  headers: COMMON_HEADERS,
  content: PDF_CONTENT,
});

/** A stored file, or a range of it. */
export const fileResponse = (description: string) => ({
  description,
  headers: FILE_HEADERS,
  content: PDF_CONTENT,
});

export const partialFileResponse = (description: string) => ({
  ...fileResponse(description),
  headers: { ...FILE_HEADERS, ...carrying('Content-Range') },
});

/** A request header in the description. The route reads it itself. */
export const requestHeader = (name: string, description: string, example: string, more: object = {}) => ({
  name,
  in: 'header' as const,
  description,
  required: false,
  schema: { type: 'string' as const, ...more },
  example,
});

export const notModifiedResponse = (description: string) => ({ description, headers: FILE_HEADERS });
