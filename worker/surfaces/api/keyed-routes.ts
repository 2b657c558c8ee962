import type { z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import type { ErrorCode } from '../../../schema/api/errors.ts';
import type { Permission } from '../../../schema/permissions.ts';
import { type AppEnv, requireCtx } from '../http/context.ts';
import { type Description, openRoute, type VerbRoute } from '../http/verb-route.ts';
import { keyedErrors } from './error-responses.ts';
import { keyed, keyedJson } from './keyed.ts';

const BODY_CODES = ['VALIDATION_ERROR', 'UNSUPPORTED_ENCODING', 'REQUEST_TIMEOUT', 'SERVICE_BUSY'] as const;

interface KeyedDescription<Body extends z.ZodType, Answer extends z.ZodType> extends Omit<
  Description<Body, Answer>,
  'middleware'
> {
  readonly summary: string;
  /** What the route does, beyond its summary: Markdown. */
  readonly about?: string;
  /** Those that keys, bodies and queries do not cause. */
  readonly errors?: readonly ErrorCode[];
  /** Runs around the handler, when the key was checked and the request counted. */
  readonly around?: MiddlewareHandler<AppEnv>;
}

export const keyedRoutes =
  (tag: string) =>
  <Body extends z.ZodType, Answer extends z.ZodType>(
    verb: VerbRoute<z.ZodObject, z.ZodObject, Body, Answer>,
    permission: Permission,
    { summary, about, errors = [], around, otherResponses, ...description }: KeyedDescription<Body, Answer>,
  ) => {
    const { middleware, ...access } = (verb.body === undefined ? keyed : keyedJson)(permission, about);
    const codes =
      verb.body !== undefined ? BODY_CODES : verb.query !== undefined ? BODY_CODES.slice(0, 1) : [];
    return openRoute(verb, requireCtx, {
      tags: [tag],
      summary,
      ...access,
      middleware: around === undefined ? middleware : [...middleware, around],
      ...description,
      otherResponses: { ...otherResponses, ...keyedErrors(...codes, ...errors) },
    });
  };
