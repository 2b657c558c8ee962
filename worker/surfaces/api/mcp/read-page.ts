import type { AppContext } from '../../http/context.ts';

/** A page of the documentation as Markdown, which the build writes. It is null if this installation was built without it. */
export async function readPage(c: AppContext, name: string): Promise<string | null> {
  const page = await c.env.ASSETS.fetch(new URL(`/docs/guide/${name}.md`, c.req.url));
  return page.ok ? page.text() : null;
}
