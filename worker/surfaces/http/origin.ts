import type { AppContext } from './context.ts';

/** The origin of every absolute link. Only a local service takes it from the request. */
export const readOrigin = (c: AppContext): string =>
  new URL(c.get('services').variables.PUBLIC_URL ?? c.req.url).origin;
