import type { AppContext } from './context.ts';

/** A plain `string`: of the literal, the types of `openapi` make a route that returns nothing. */
export const NDJSON: string = 'application/x-ndjson';

export const answerNdjson = (c: AppContext, body: ReadableStream<Uint8Array>): Response =>
  c.newResponse(body, 200, { 'Content-Type': NDJSON });
