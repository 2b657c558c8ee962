import { createMiddleware } from 'hono/factory';
import { isAtLeast, type Role } from '../../../schema/console/roles.ts';
import { ApiError } from '../../api-error.ts';
import type { AppContext, AppEnv } from '../../http/context.ts';
import { readFormBody, readJsonBody } from '../../http/read-json-body.ts';
import { workspaceNotFound } from '../../workspaces/get-workspace.ts';
import type { Member } from '../member.ts';
import { findMembership } from '../../people/queries.ts';
import { identify } from './signed-in.ts';

/**
 * For a route below `/workspaces/{ws}`: the person must be in that workspace, with at least this role. A
 * workspace that the person is not in is one that does not exist.
 *
 * @throws {ApiError} `NOT_SIGNED_IN`, `WORKSPACE_NOT_FOUND`, `INSUFFICIENT_ROLE`
 */
export const inWorkspace = (needed: Role) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const person = await identify(c);
    const workspaceId = c.req.param('ws') ?? '';
    const membership = await findMembership(c.var.services.database, workspaceId, person.id);
    if (membership === null) throw workspaceNotFound();
    c.set('member', { ...membership, person, workspaceId, actor: `person:${person.id}` });
    if (!isAtLeast(membership.role, needed)) {
      const message = `This needs the role ${needed}; yours is ${membership.role}.`;
      throw new ApiError('INSUFFICIENT_ROLE', message);
    }
    await next();
  });

/** The same for a route that takes a form, as JSON. */
export const inWorkspaceForm = (needed: Role) => [inWorkspace(needed), readFormBody];

/** The same for a route that takes HTML, or data for it, in JSON as large as the plan allows. */
export const inWorkspaceContent = (needed: Role) => [inWorkspace(needed), readJsonBody];

/** The member of a request that has passed {@link inWorkspace}. */
export function memberOf(c: AppContext): Member {
  const { member } = c.var;
  if (member === undefined) throw new Error('A route of a workspace without a membership');
  return member;
}
