import type { z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import type { Person } from '../../../../schema/console/session.ts';
import type { BaseCtx, InstanceCtx, PersonActor } from '../../../ctx.ts';
import { type AppContext, type AppEnv, timeOf } from '../../http/context.ts';
import { readFormBody } from '../../http/read-json-body.ts';
import { openRoute, type VerbRoute } from '../../http/route.ts';
import { requirePerson, signedIn, signedInOperator } from './signed-in.ts';

/** A route whose body, if it has one, is a small form. */
const formRoute =
  <Scope>(enter: (c: AppContext) => Scope, guards: readonly MiddlewareHandler<AppEnv>[]) =>
  <Body extends z.ZodType, Answer extends z.ZodType>(
    verb: VerbRoute<z.ZodObject, z.ZodObject, Body, Answer, Scope>,
    returns: string,
  ) => {
    const middleware = [...guards, ...(verb.body === undefined ? [] : [readFormBody])];
    return openRoute(verb, enter, { middleware, returns, isStrict: () => true });
  };

/** Makes a route for everybody who has the address. */
export const guestRoute = formRoute((c): BaseCtx => ({ services: c.get('services') }), []);

export interface PersonCtx extends BaseCtx {
  readonly person: Person;
}

/** Makes a route for everybody who is signed in. */
export const personRoute = formRoute(
  (c): PersonCtx => ({ services: c.get('services'), person: requirePerson(c) }),
  [signedIn],
);

/** Makes a route for operators of the installation, who are in no workspace here. */
export const operatorRoute = formRoute(
  (c): InstanceCtx<PersonActor> => {
    const { id, name } = requirePerson(c);
    return { services: c.get('services'), actor: { kind: 'person', id, name, role: null }, time: timeOf(c) };
  },
  [signedInOperator],
);
