import { z } from '@hono/zod-openapi';
import { carrying, FILE_HEADERS } from './response-headers.ts';

export type Examples = Record<string, { readonly summary: string; readonly value: unknown }>;

export const jsonContent = <Schema extends z.ZodType>(
  schema: Schema,
  example?: z.input<Schema>,
  examples?: Examples,
) => ({
  'application/json': { schema, ...(example !== undefined && { example }), ...(examples && { examples }) },
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

export const partialFileResponse = (description: string) => ({
  description,
  content: FILE_CONTENT,
  headers: { ...FILE_HEADERS, ...carrying('Content-Range') },
});

/** Describes a header that the route reads without a validator. */
export const requestHeader = (name: string, description: string, example: string, more: object = {}) => ({
  name,
  in: 'header' as const,
  description,
  required: false,
  schema: { type: 'string' as const, ...more },
  example,
});

export const notModifiedResponse = (description: string) => ({ description, headers: FILE_HEADERS });
