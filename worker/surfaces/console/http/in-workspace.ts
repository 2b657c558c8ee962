import type { z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { isAtLeast, type Role } from '../../../../schema/console/roles.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { type Ctx, enterWorkspace, type MemberActor } from '../../../ctx.ts';
import { type AppContext, type AppEnv, requireCtx, timeOf } from '../../http/context.ts';
import { readContentBody, readFormBody } from '../../http/read-json-body.ts';
import { type AnyRoute, type Description, openRoute } from '../../http/route.ts';
import { findMembership } from '../../../adapters/d1/people.ts';
import { limitChanges } from './limit-person.ts';
import { identify } from './signed-in.ts';

/**
 * For people who are not members, the workspace does not exist.
 *
 * @throws {ApiError} `NOT_SIGNED_IN`, `WORKSPACE_NOT_FOUND`, `INSUFFICIENT_ROLE`
 */
export const inWorkspace = (needed: Role) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const { id: personId, name } = await identify(c);
    const services = c.get('services');
    const workspaceId = c.req.param('ws') ?? '';
    const membership = await findMembership(services.database, workspaceId, personId);
    if (membership === null) throw new ApiError('WORKSPACE_NOT_FOUND');
    const { role, plan } = membership;
    c.set('caller', { ...c.get('caller'), workspaceId });
    const actor: MemberActor = { kind: 'person', id: personId, name, role };
    c.set('ctx', enterWorkspace({ services, actor, time: timeOf(c) }, { id: workspaceId, plan }));
    if (!isAtLeast(role, needed)) throw new ApiError('INSUFFICIENT_ROLE', { values: { needed, role } });
    await next();
  });

/** The rate is counted before a body is read. */
export const inWorkspaceChange = (needed: Role) => [inWorkspace(needed), limitChanges];

export const inWorkspaceForm = (needed: Role) => [...inWorkspaceChange(needed), readFormBody];

export const readPlanBody = readContentBody((c) => requireCtx(c).workspace.plan);

export const inWorkspaceContent = (needed: Role) => [...inWorkspaceChange(needed), readPlanBody];

/** @param guard {@link inWorkspace}, or one that begins with it */
export const memberRoute = <Body extends z.ZodType, Answer extends z.ZodType>(
  verb: AnyRoute<Body, Answer, Ctx<MemberActor>>,
  guard: MiddlewareHandler<AppEnv> | MiddlewareHandler<AppEnv>[],
  returns: string,
  more: Pick<Description<Body, Answer>, 'parameters' | 'isStrict'> = {},
) => openRoute(verb, memberCtx, { middleware: guard, returns, isStrict: () => true, ...more });

function memberCtx(c: AppContext): Ctx<MemberActor> {
  const { actor, ...ctx } = requireCtx(c);
  if (actor.kind !== 'person' || actor.role === null) throw new Error('A route without a membership');
  return { ...ctx, actor: { ...actor, role: actor.role } };
}
