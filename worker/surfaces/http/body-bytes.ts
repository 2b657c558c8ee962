import type { AppContext } from './context.ts';

/** Infinite if the client did not send the size. */
export const bodyBytes = (c: AppContext): number =>
  c.req.raw.body === null ? 0 : Number(c.req.header('Content-Length') ?? Infinity);
