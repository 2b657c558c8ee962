import type { AppContext } from './context.ts';

export const readOrigin = (c: AppContext): string =>
  new URL(c.var.services.variables.PUBLIC_URL ?? c.req.url).origin;
