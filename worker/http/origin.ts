import type { AppContext } from './context.ts';

/** What addresses of files start with: as configured, else as the request came. */
export const originOf = (c: AppContext): string =>
  new URL(c.var.services.variables.PUBLIC_URL ?? c.req.url).origin;
