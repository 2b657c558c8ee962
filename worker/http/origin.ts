import type { AppContext } from './context.ts';

/** The origin of this installation in links: `PUBLIC_URL`, or else the origin of the request. */
export const readOrigin = (c: AppContext): string =>
  new URL(c.var.services.variables.PUBLIC_URL ?? c.req.url).origin;
