import { createMiddleware } from 'hono/factory';
import { isJsonObject } from '../../../../schema/json-object.ts';
import type { AppEnv } from '../../http/context.ts';
import { requirePermission } from '../authenticate.ts';

/** Returns whether the options of a request name a file of the workspace, which only a key with `pdf.read` may use. */
export const namesFile = (options: unknown): boolean =>
  isJsonObject(options) && isJsonObject(options.letterhead) && options.letterhead.fileId !== undefined;

/** A template prints the file that its settings name with any key. So a key that saves them must be one that may use the file. */
export const mayNameFiles = createMiddleware<AppEnv>(async (c, next) => {
  const json: unknown = await c.req.json();
  const templates: unknown[] = isJsonObject(json) && Array.isArray(json.templates) ? json.templates : [json];
  if (templates.some((each) => isJsonObject(each) && namesFile(each.settings)))
    requirePermission(c, 'pdf.read');
  await next();
});
