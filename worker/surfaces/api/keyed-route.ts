import type { z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import type { Ctx } from '../../ctx.ts';
import type { ErrorCode } from '../../../schema/api/errors.ts';
import type { Permission } from '../../../schema/permissions.ts';
import { type AppEnv, requireCtx } from '../http/context.ts';
import { readContentBody } from '../http/read-json-body.ts';
import { type AnyRoute, type Description, openRoute } from '../http/route.ts';
import { authenticate } from './authenticate.ts';
import { anyKeyErrors, keyedErrors } from './error-responses.ts';
import { limitRate } from './limit-rate.ts';

const SECURITY: Record<string, string[]>[] = [{ apiKey: [] }, { bearer: [] }];

const BODY_CODES = ['VALIDATION_ERROR', 'UNSUPPORTED_ENCODING', 'REQUEST_TIMEOUT', 'SERVICE_BUSY'] as const;

export const readJsonBody = readContentBody((c) => requireCtx(c).workspace.plan);

interface KeyedDescription<Body extends z.ZodType, Answer extends z.ZodType> extends Omit<
  Description<Body, Answer>,
  'middleware'
> {
  readonly summary: string;
  /** It says what the route does, beyond its summary, in Markdown. */
  readonly about?: string;
  /** Those that keys, bodies and queries do not cause. */
  readonly errors?: readonly ErrorCode[];
  /** Runs when the key was checked. The default counts the request, and reads a body of JSON. */
  readonly guards?: readonly MiddlewareHandler<AppEnv>[];
  /** Runs around the handler, after the guards. */
  readonly around?: MiddlewareHandler<AppEnv>;
}

/** Routes for keys. A route whose permission is null is for any key. */
export const keyedRoutes =
  (tag: string) =>
  <Body extends z.ZodType, Answer extends z.ZodType>(
    verb: AnyRoute<Body, Answer, Ctx>,
    permission: Permission | null,
    { summary, about, errors = [], guards, around, otherResponses, ...more }: KeyedDescription<Body, Answer>,
  ) => {
    const hasBody = verb.body !== undefined || more.unreadBody !== undefined;
    const codes = hasBody ? BODY_CODES : verb.query !== undefined ? BODY_CODES.slice(0, 1) : [];
    const describeErrors = permission === null ? anyKeyErrors : keyedErrors;
    return openRoute(verb, requireCtx, {
      tags: [tag],
      summary,
      description: [...(about === undefined ? [] : [about]), describePermission(permission)].join('\n\n'),
      security: SECURITY,
      'x-permission': permission ?? 'any',
      middleware: [
        authenticate(permission),
        ...(guards ?? [limitRate, ...(verb.body === undefined ? [] : [readJsonBody])]),
        ...(around === undefined ? [] : [around]),
      ],
      ...more,
      otherResponses: { ...describeErrors(...codes, ...errors), ...otherResponses },
    });
  };

const describePermission = (permission: Permission | null): string =>
  permission === null ? 'Key: any key of the workspace.' : `Key: one with the permission \`${permission}\`.`;
