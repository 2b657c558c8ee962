import { z } from '@hono/zod-openapi';
import { carrying, COMMON_HEADERS, FILE_HEADERS } from './response-headers.ts';

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

/** @param example its first characters */
const pictureContent = (example: string) => ({
  schema: z.string().meta({ format: 'binary', description: 'The bytes of the picture.' }),
  example,
});

/** A file is a PDF or a picture. */
export const FILE_CONTENT = {
  ...PDF_CONTENT,
  'image/png': pictureContent('PNG …'),
  'image/jpeg': pictureContent('JFIF …'),
  'image/webp': pictureContent('RIFF … WEBP …'),
};

export const pdfResponse = (description: string) => ({
  description,
  headers: COMMON_HEADERS,
  content: PDF_CONTENT,
});

export const fileResponse = (description: string) => ({
  description,
  headers: FILE_HEADERS,
  content: FILE_CONTENT,
});

export const partialFileResponse = (description: string) => ({
  ...fileResponse(description),
  headers: { ...FILE_HEADERS, ...carrying('Content-Range') },
});

/** For a header that the route reads without a validator. */
export const requestHeader = (name: string, description: string, example: string, more: object = {}) => ({
  name,
  in: 'header' as const,
  description,
  required: false,
  schema: { type: 'string' as const, ...more },
  example,
});

export const notModifiedResponse = (description: string) => ({ description, headers: FILE_HEADERS });
