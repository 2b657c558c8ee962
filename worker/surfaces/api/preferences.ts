import { createMiddleware } from 'hono/factory';
import { MAX_WAIT_SECONDS } from '../../../schema/jobs.ts';
import type { AppContext, AppEnv } from '../http/context.ts';
import { type Preferences, readPreferences } from '../http/preferences.ts';

export const preferencesOf = (c: AppContext): Preferences => readPreferences(c.req.header('Prefer'));

const limitWait = (seconds: number): number => Math.min(seconds, MAX_WAIT_SECONDS);

/** Returns the time that the client waits for the end of a job. */
export const waitMsOf = (c: AppContext): number => 1_000 * limitWait(preferencesOf(c).waitSeconds ?? 0);

/** Says in the answer of a route that waits for a job how long it may have waited. */
export const confirmWait = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { waitSeconds } = preferencesOf(c);
  if (waitSeconds !== null && c.res.ok) c.header('Preference-Applied', `wait=${limitWait(waitSeconds)}`);
});

/** Says in the answer of a generation which preferences were applied. Source: RFC 7240, 3. */
export const confirmPreferences = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { strict, waitSeconds } = preferencesOf(c);
  const { status, headers } = c.res;
  const isOfJob = headers.has('Location');
  const applied = [
    ...(isOfJob && status === 202 ? ['respond-async'] : []),
    ...(isOfJob && waitSeconds !== null ? [`wait=${limitWait(waitSeconds)}`] : []),
    ...(strict && (c.res.ok || status === 400) ? ['handling=strict'] : []),
  ];
  if (applied.length > 0) c.header('Preference-Applied', applied.join(', '));
});
