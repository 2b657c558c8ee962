import { createRoute, type RouteConfig, type z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { Ctx } from '../../ctx.ts';
import type { AppContext, AppEnv } from './context.ts';
import { COMMON_HEADERS, type DescribedHeaders } from './response-headers.ts';
import { jsonBody, jsonResponse } from './responses.ts';

/** What a route does on every surface that has it. A surface says who may use it, and describes it. */
export interface VerbRoute<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Answer extends z.ZodType,
  Scope = Ctx,
> {
  readonly method: 'delete' | 'get' | 'patch' | 'post' | 'put';
  readonly path: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly answer: Answer;
  /** 200, if absent. */
  readonly status?: 200 | 201;
  /** For an answer with more headers than others have. */
  readonly headers?: DescribedHeaders;
  /** @param input the fields of the path, the query and the body */
  run(
    ctx: Scope,
    input: z.output<Params> & z.output<Query> & z.output<Body>,
    c: AppContext,
  ): Promise<Outcome<z.output<Answer>>>;
}

/** An answer without what every answer has. */
type Outcome<Answer> = Omit<Answer, 'success' | 'requestId'> & {
  readonly headers?: Readonly<Record<string, string>>;
};

export const verbRoute = <
  Answer extends z.ZodType,
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Scope = Ctx,
>(
  route: VerbRoute<Params, Query, Body, Answer, Scope>,
): VerbRoute<Params, Query, Body, Answer, Scope> => route;

type ValidatedContext = Context<AppEnv, string, { out: { param: object; query: object; json: object } }>;

export interface Description<Body extends z.ZodType, Answer extends z.ZodType> extends Omit<
  RouteConfig,
  'method' | 'path' | 'request' | 'responses'
> {
  readonly returns: string;
  readonly example?: z.input<Answer>;
  readonly bodyExample?: z.input<Body>;
  readonly otherResponses?: RouteConfig['responses'];
}

/** One of the routes that `openapiRoutes` adds to a router. */
export function openRoute<Body extends z.ZodType, Answer extends z.ZodType, Scope>(
  verb: VerbRoute<z.ZodObject, z.ZodObject, Body, Answer, Scope>,
  enter: (c: AppContext) => Scope,
  { returns, example, bodyExample, otherResponses, ...config }: Description<Body, Answer>,
) {
  const { method, path, params, query, body, answer, status = 200, headers = COMMON_HEADERS } = verb;
  const route = createRoute({
    method,
    path,
    ...config,
    request: { params, query, ...(body === undefined ? {} : jsonBody(body, bodyExample)) },
    responses: { [status]: { ...jsonResponse(returns, answer, example), headers }, ...otherResponses },
  });
  const targets = ([body && 'json', query && 'query', params && 'param'] as const).filter(
    (target) => target !== undefined,
  );
  const handler = async (c: ValidatedContext) => {
    const input = Object.assign({}, ...targets.map((target) => c.req.valid(target)));
    const { headers: own, ...outcome } = await verb.run(enter(c), input, c);
    return c.json({ success: true, requestId: c.get('requestId'), ...outcome }, status, own);
  };
  return { route, handler };
}
