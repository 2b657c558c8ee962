import type { z } from '@hono/zod-openapi';
import { type InstanceCtx, OPERATOR } from '../../ctx.ts';
import { timeOf } from '../http/context.ts';
import { type AnyRoute, contentRoute, openRoute, type VerbRoute } from '../http/route.ts';
import { warningsInHeader } from '../http/unknown-fields.ts';
import { operated, operatedJson } from './operator-access.ts';

type Answered = z.ZodObject<{ readonly data: z.ZodType }>;

type JsonVerb<Body extends z.ZodType, Answer extends Answered> = VerbRoute<
  z.ZodObject,
  z.ZodObject,
  Body,
  Answer,
  InstanceCtx
>;

/** The answers of this surface are the data alone. */
const withoutEnvelope = <Body extends z.ZodType, Answer extends Answered>({
  answer,
  ...verb
}: JsonVerb<Body, Answer>) =>
  contentRoute<z.ZodObject, z.ZodObject, Body, InstanceCtx>({
    ...verb,
    content: { 'application/json': { schema: answer.shape.data } },
    async run(ctx, input, c) {
      const { data } = await verb.run(ctx, input, c);
      return Response.json(data, { status: verb.status ?? 200, headers: warningsInHeader(c) });
    },
  });

/** A route for the token of the operator. */
export const operatorRoute = <Body extends z.ZodType, Answer extends Answered>(
  verb: AnyRoute<Body, Answer, InstanceCtx>,
  returns: string,
  { hide = false } = {},
) => {
  const route = 'answer' in verb ? withoutEnvelope(verb) : verb;
  return openRoute(route, (c) => ({ services: c.get('services'), actor: OPERATOR, time: timeOf(c) }), {
    hide,
    middleware: verb.body === undefined ? operated : operatedJson,
    returns,
  });
};
