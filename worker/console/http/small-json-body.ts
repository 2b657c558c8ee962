import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { invalidRequest } from '../../api-error.ts';
import type { AppEnv } from '../../http/context.ts';
import { requireJsonType } from '../../http/read-json-body.ts';

/** A form that a person fills in; whoever is not signed in yet sends no more either. */
const MAX_BYTES = 64_000;

const jsonOnly = createMiddleware<AppEnv>(async (c, next) => {
  requireJsonType(c);
  await next();
});

const limit = bodyLimit({
  maxSize: MAX_BYTES,
  onError: () => {
    throw invalidRequest([`body: is larger than ${MAX_BYTES} bytes`]);
  },
});

/** Takes the small JSON bodies that have nothing to do with a plan. @throws {ApiError} `VALIDATION_ERROR` */
export const smallJsonBody = [jsonOnly, limit];
