import { ApiError } from '../api-error.ts';
import type { AppContext } from './context.ts';

/** Answers with a file of `public/`. @throws {ApiError} `NOT_FOUND` */
export const servePage = (c: AppContext): Promise<Response> => serveAsset(c, c.req.raw);

/** Where the dashboard's page is, as the assets name it: without `index.html`. */
const DASHBOARD = '/dashboard';

/**
 * Answers with a file of the dashboard, or with its page, which shows what the path says: an address of the
 * page can be opened, reloaded and sent to somebody.
 *
 * @throws {ApiError} `NOT_FOUND`
 */
export function serveDashboard(c: AppContext): Promise<Response> {
  const isFile = /\.\w+$/.test(c.req.path);
  return isFile ? servePage(c) : serveAsset(c, new Request(new URL(DASHBOARD, c.req.url), c.req.raw));
}

async function serveAsset(c: AppContext, request: Request): Promise<Response> {
  const page = await c.env.ASSETS.fetch(request);
  if (page.status === 404) throw new ApiError('NOT_FOUND', 'There is nothing at this path.');
  // A copy, because the headers of a fetched response cannot be added to.
  return new Response(page.body, page);
}
