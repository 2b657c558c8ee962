import type { AppContext } from './context.ts';

/** Where this installation is, as far as others are told: as configured, else as the request came. */
export const originOf = (c: AppContext): string =>
  new URL(c.var.services.variables.PUBLIC_URL ?? c.req.url).origin;
