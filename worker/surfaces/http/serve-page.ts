import { ApiError } from '../../lib/api-error.ts';
import type { AppContext } from './context.ts';

/** @throws {ApiError} `NOT_FOUND` */
export const servePage = (c: AppContext): Promise<Response> => serveAsset(c, c.req.raw);

const DASHBOARD = '/dashboard';

/** Paths without a file get the page, which routes in the browser. @throws {ApiError} `NOT_FOUND` */
export function serveDashboard(c: AppContext): Promise<Response> {
  const isFile = /\.\w+$/.test(c.req.path);
  return isFile ? servePage(c) : serveAsset(c, new Request(new URL(DASHBOARD, c.req.url), c.req.raw));
}

async function serveAsset(c: AppContext, request: Request): Promise<Response> {
  const page = await c.env.ASSETS.fetch(request);
  if (page.status === 404) throw new ApiError('NOT_FOUND');
  // A copy, because the headers of a fetched response are immutable.
  return new Response(page.body, page);
}
