import { createMiddleware } from 'hono/factory';
import { namesTag } from '../../lib/etag.ts';
import type { AppEnv } from '../http/context.ts';

/** Replaces an answer by 304 if `If-None-Match` names its tag. */
export const answerUnchanged = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const known = c.req.header('If-None-Match');
  const tag = c.res.headers.get('ETag');
  if (known === undefined || tag === null || !namesTag(known, tag)) return;
  c.res = new Response(null, { status: 304 });
});
