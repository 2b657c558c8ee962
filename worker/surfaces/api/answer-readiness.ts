import type { Context } from 'hono';
import { checkReadiness } from '../../verbs/readiness/check-readiness.ts';
import type { AppEnv } from '../http/context.ts';

/** Answers 503 while a print could not succeed. `/healthz` says only that the service runs. */
export async function answerReadiness(c: Context<AppEnv>): Promise<Response> {
  const parts = await checkReadiness({ services: c.get('services') });
  const isReady = Object.values(parts).every(Boolean);
  const checks = Object.entries(parts).map(([name, answers]) => [name, answers ? 'ok' : 'unavailable']);
  return c.json(
    { status: isReady ? 'ready' : 'not ready', ...Object.fromEntries(checks) },
    isReady ? 200 : 503,
  );
}
