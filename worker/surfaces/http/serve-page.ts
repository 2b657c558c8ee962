import { ApiError } from '../../lib/api-error.ts';
import type { AppContext } from './context.ts';
import { readOrigin } from './origin.ts';

/** @throws {ApiError} `NOT_FOUND` */
export const servePage = (c: AppContext): Promise<Response> => serveAsset(c, c.req.raw);

const DASHBOARD = '/dashboard';

/** Paths without a file get the page, which routes in the browser. @throws {ApiError} `NOT_FOUND` */
export function serveDashboard(c: AppContext): Promise<Response> {
  const isFile = /\.\w+$/.test(c.req.path);
  return isFile ? servePage(c) : serveAsset(c, new Request(new URL(DASHBOARD, c.req.url), c.req.raw));
}

/** The build writes them beside the pages of the guide, which are HTML. */
const GUIDE = '/docs/guide';

/** A page of the guide as Markdown. @throws {ApiError} `NOT_FOUND` */
export const serveMarkdown = (c: AppContext): Promise<Response> =>
  serveAsset(c, new Request(new URL(`${GUIDE}/${c.req.param('page')}`, c.req.url), c.req.raw));

/** The form of llmstxt.org. Its readers expect full URLs. @throws {ApiError} `NOT_FOUND` */
export async function serveLlmsTxt(c: AppContext): Promise<Response> {
  const page = await serveAsset(c, new Request(new URL(`${GUIDE}/llms.txt`, c.req.url)));
  const text = (await page.text()).replaceAll('](/', `](${readOrigin(c)}/`);
  return c.body(text, 200, { 'Content-Type': 'text/plain; charset=utf-8' });
}

async function serveAsset(c: AppContext, request: Request): Promise<Response> {
  const page = await c.env.ASSETS.fetch(request);
  if (page.status === 404) throw new ApiError('NOT_FOUND');
  // A copy, because the headers of a fetched response are immutable.
  return new Response(page.body, page);
}
