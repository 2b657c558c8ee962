import { createMiddleware } from 'hono/factory';
import { MAX_WAIT_SECONDS } from '../../../schema/jobs.ts';
import type { AppContext, AppEnv } from '../../http/context.ts';
import { type Preferences, readPreferences } from '../../http/preferences.ts';

export const preferencesOf = (c: AppContext): Preferences => readPreferences(c.req.header('Prefer'));

/** RFC 7240, 3: says which preferences were applied. */
export const confirmPreferences = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { strict, respondAsync, waitSeconds } = preferencesOf(c);
  const { status } = c.res;
  const applied = [
    ...(respondAsync && status === 202 ? ['respond-async'] : []),
    ...(respondAsync && c.res.ok && waitSeconds !== null ? [`wait=${limitWait(waitSeconds)}`] : []),
    ...(strict && (c.res.ok || status === 400) ? ['handling=strict'] : []),
  ];
  if (applied.length > 0) c.header('Preference-Applied', applied.join(', '));
});

export const limitWait = (seconds: number): number => Math.min(seconds, MAX_WAIT_SECONDS);
