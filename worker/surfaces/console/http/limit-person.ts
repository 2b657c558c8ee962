import { createMiddleware } from 'hono/factory';
import { rateLimited } from '../../../lib/api-error.ts';
import { type AppContext, type AppEnv, requireCtx } from '../../http/context.ts';
import { requirePerson } from './signed-in.ts';

/** An editor prints a preview after each pause in typing, at most once a second; two editors may be open. */
const PREVIEWS_PER_MINUTE = 120;

/** Far more than a person does by hand. */
const CHANGES_PER_MINUTE = 120;
const CHANGES_IN_WORKSPACE_PER_MINUTE = 600;

/** Enough to correct one's settings. Each test sends four requests to a host that the person chose. */
const TARGET_TESTS_PER_MINUTE = 10;

/**
 * For actions that use no credit. They do not count against the workspace's keys.
 *
 * @throws {ApiError} `RATE_LIMIT_EXCEEDED`
 */
const limitPerson = (what: string, perMinute: number) =>
  createMiddleware<AppEnv>(async (c, next) => {
    await count(c, `${what} of ${requirePerson(c).id}`, perMinute);
    await next();
  });

async function count(c: AppContext, name: string, perMinute: number): Promise<void> {
  const { services, count: counts } = c.var;
  const { allowed, rate, retryAfterSeconds } = await services.rateLimiter(name).count(perMinute);
  counts.counted(rate, allowed ? null : 'RATE_LIMIT_EXCEEDED');
  if (!allowed) throw rateLimited(retryAfterSeconds);
}

/**
 * Each change adds a row to the audit trail. A workspace can have many people, so it has a limit of its own.
 *
 * @throws {ApiError} `RATE_LIMIT_EXCEEDED`
 */
export const limitChanges = createMiddleware<AppEnv>(async (c, next) => {
  await count(c, `changes of ${requirePerson(c).id}`, CHANGES_PER_MINUTE);
  await count(c, `changes in ${requireCtx(c).workspace.id}`, CHANGES_IN_WORKSPACE_PER_MINUTE);
  await next();
});

export const limitPreviews = limitPerson('previews', PREVIEWS_PER_MINUTE);

/** Saving a target tests it too. */
export const limitTargetTests = limitPerson('trials', TARGET_TESTS_PER_MINUTE);
