import { ApiError } from '../api-error.ts';
import type { AppContext } from './context.ts';

/** Answers with a file of `public/`. @throws {ApiError} `NOT_FOUND` */
export async function servePage(c: AppContext): Promise<Response> {
  const page = await c.env.ASSETS.fetch(c.req.raw);
  if (page.status === 404) throw new ApiError('NOT_FOUND', 'There is nothing at this path.');
  // A copy, because the headers of a fetched response cannot be added to.
  return new Response(page.body, page);
}
