import type { OpenAPIHono } from '@hono/zod-openapi';
import type { AppEnv } from '../http/context.ts';

type Route = Parameters<OpenAPIHono['openAPIRegistry']['registerPath']>[0];

/** Describes a route that reads its body piece by piece. The router would read a body that is in the route's `request`. */
export const describeBody = (
  { openAPIRegistry }: OpenAPIHono<AppEnv>,
  route: Route,
  body: NonNullable<Route['request']>['body'],
): void => openAPIRegistry.registerPath({ ...route, request: { ...route.request, body } });
