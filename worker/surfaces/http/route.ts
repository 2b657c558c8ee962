import { OpenAPIHono, type RouteConfig, type z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { inTurns } from '../../../compose/turns.ts';
import { findUnknownFields, toProblems } from '../../../compose/unknown-fields/index.ts';
import { describeIssues } from '../../../schema/api/issues.ts';
import type { Ctx } from '../../ctx.ts';
import { invalidRequest } from '../../lib/api-error.ts';
import { type AppContext, type AppEnv, meterOf } from './context.ts';
import { readPreferences } from './preferences.ts';
import { COMMON_HEADERS, type DescribedHeaders } from './response-headers.ts';
import { type Examples, jsonContent } from './responses.ts';
import { warningsInBody } from './unknown-fields.ts';

type RequestBody = NonNullable<NonNullable<RouteConfig['request']>['body']>;

type FindProblems = (body: unknown, ofSchema: readonly string[], c: AppContext) => readonly string[];

interface RouteInput<Params extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodType> {
  readonly method: 'delete' | 'get' | 'patch' | 'post' | 'put';
  readonly path: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** 200, if absent. */
  readonly status?: 200 | 201 | 202;
  /** For an answer with more headers than others have. */
  readonly headers?: DescribedHeaders;
  /**
   * Adds what the schema of a body cannot express to what it says.
   *
   * @param body still has its unknown fields
   */
  readonly findProblems?: FindProblems;
}

type Input<Params extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodType> = z.output<Params> &
  z.output<Query> &
  z.output<Body>;

/** A route does this on every surface that has it. A surface says who may use it, and describes it. */
export interface VerbRoute<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Answer extends z.ZodType,
  Scope = Ctx,
> extends RouteInput<Params, Query, Body> {
  readonly answer: Answer;
  /** @param input the fields of the path, the query and the body */
  run(ctx: Scope, input: Input<Params, Query, Body>, c: AppContext): Promise<Outcome<z.output<Answer>>>;
}

/** An answer without what every answer has. */
type Outcome<Answer> = Omit<Answer, 'success' | 'requestId' | 'warnings'> & {
  readonly headers?: Readonly<Record<string, string>>;
};

/** A route that makes its response itself: it answers with a file or with lines, or its status varies. */
export interface ContentRoute<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Scope = Ctx,
> extends RouteInput<Params, Query, Body> {
  readonly content: RequestBody['content'];
  run(ctx: Scope, input: Input<Params, Query, Body>, c: AppContext): Response | Promise<Response>;
}

export const verbRoute = <
  Answer extends z.ZodType,
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Scope = Ctx,
>(
  route: VerbRoute<Params, Query, Body, Answer, Scope>,
): VerbRoute<Params, Query, Body, Answer, Scope> => route;

export const contentRoute = <
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Scope = Ctx,
>(
  route: ContentRoute<Params, Query, Body, Scope>,
): ContentRoute<Params, Query, Body, Scope> => route;

/** A route of either kind, as a surface takes it. */
export type AnyRoute<Body extends z.ZodType, Answer extends z.ZodType, Scope> =
  | VerbRoute<z.ZodObject, z.ZodObject, Body, Answer, Scope>
  | ContentRoute<z.ZodObject, z.ZodObject, Body, Scope>;

export interface Description<Body extends z.ZodType, Answer extends z.ZodType> extends Omit<
  RouteConfig,
  'method' | 'path' | 'request' | 'responses'
> {
  readonly returns: string;
  readonly example?: z.input<Answer>;
  readonly bodyExample?: z.input<Body>;
  /** Instead of one example. */
  readonly bodyExamples?: Examples;
  /** A body that the route reads itself, piece by piece. */
  readonly unreadBody?: RequestBody;
  readonly otherResponses?: RouteConfig['responses'];
  /** Unknown fields are refused. The default is what the client prefers. */
  readonly isStrict?: (c: AppContext) => boolean;
}

type ValidatedContext = Context<AppEnv, string, { out: { param: object; query: object; json: object } }>;

/** @param enter makes the first argument of the verb from the request */
export function openRoute<Body extends z.ZodType, Answer extends z.ZodType, Scope>(
  verb: AnyRoute<Body, Answer, Scope>,
  enter: (c: AppContext) => Scope,
  description: Description<Body, Answer>,
) {
  const { method, path, params, query, body, status = 200, headers = COMMON_HEADERS } = verb;
  const { returns, example, bodyExample, bodyExamples, unreadBody, otherResponses, middleware, ...more } =
    description;
  const { isStrict = prefersStrict, ...described } = more;
  const content = 'answer' in verb ? jsonContent(verb.answer, example) : verb.content;
  const config: RouteConfig = {
    method,
    path,
    ...described,
    request: {
      params,
      query,
      ...(body && { body: { required: true, content: jsonContent(body, bodyExample, bodyExamples) } }),
    },
    responses: { [status]: { description: returns, headers, content }, ...otherResponses },
  };
  const targets = ([body && 'json', query && 'query', params && 'param'] as const).filter(
    (target) => target !== undefined,
  );
  const checks = { body, isStrict, findProblems: verb.findProblems };
  const handler = async (c: ValidatedContext) => {
    const input = Object.assign({}, ...targets.map((target) => c.req.valid(target)));
    if (!('answer' in verb)) return verb.run(enter(c), input, c);
    const { headers: own, ...outcome } = await verb.run(enter(c), input, c);
    const answer = { success: true, requestId: c.get('requestId'), ...outcome, ...warningsInBody(c) };
    return c.json(answer, status, own);
  };
  return { config, middleware, handler, hook: refuseInvalid(checks), unreadBody };
}

interface Validated {
  readonly target: string;
  readonly success: boolean;
  /** What was given, if it is not valid. */
  readonly data?: unknown;
  readonly error?: z.ZodError;
}

interface Checks {
  readonly body: z.ZodType | undefined;
  readonly isStrict: (c: AppContext) => boolean;
  readonly findProblems: FindProblems | undefined;
}

/** The preference of the client (contract 1.2). */
const prefersStrict = (c: AppContext): boolean => readPreferences(c.req.header('Prefer')).strict;

/** Runs after each validator. */
const refuseInvalid =
  ({ body, isStrict, findProblems = (_, ofSchema) => ofSchema }: Checks) =>
  async ({ target, data, error }: Validated, c: AppContext): Promise<void> => {
    const ofSchema = describeIssues(error, data);
    if (target !== 'json' || body === undefined) {
      if (ofSchema.length > 0) throw invalidRequest(ofSchema);
      return;
    }
    const json: unknown = await c.req.json();
    const meter = meterOf(c);
    const unknownFields = await inTurns(findUnknownFields(json, body, meter), meter);
    c.set('unknownFields', unknownFields);
    const problems = findProblems(json, ofSchema, c);
    const unknown = toProblems(unknownFields);
    const isRefused = problems.length > 0 || (unknown.length > 0 && isStrict(c));
    if (isRefused) throw invalidRequest([...problems, ...unknown]);
  };

export function routerOf(routes: readonly ReturnType<typeof openRoute>[]): OpenAPIHono<AppEnv> {
  const router = new OpenAPIHono<AppEnv>();
  for (const { config, middleware, handler, hook, unreadBody } of routes) {
    // The router would read and validate a body that is in the description of its route.
    const hide = unreadBody !== undefined || config.hide === true;
    router.openapiRoutes([{ route: { ...config, middleware, hide }, handler, hook }]);
    if (unreadBody === undefined) continue;
    router.openAPIRegistry.registerPath({ ...config, request: { ...config.request, body: unreadBody } });
  }
  return router;
}
