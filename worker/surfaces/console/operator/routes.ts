import { createWorkspace as createWorkspaceRequest } from '../../../../schema/api/operator.ts';
import {
  createdInvitationAnswer,
  createInvitation as createInvitationRequest,
} from '../../../../schema/console/people.ts';
import {
  operatedWorkspaceAnswer,
  operatedWorkspacePage,
  operatedWorkspaceQuery,
} from '../../../../schema/console/workspaces.ts';
import { enterWorkspace, type InstanceCtx, type PersonActor } from '../../../ctx.ts';
import { invite } from '../../../verbs/people/invitations/invite.ts';
import { createWorkspace } from '../../../verbs/workspaces/create-workspace.ts';
import { enterNamedWorkspace } from '../../../verbs/workspaces/get-workspace.ts';
import { listWorkspaces } from '../../../verbs/workspaces/list-workspaces.ts';
import { routerOf, verbRoute } from '../../http/route.ts';
import { operatorVerbs } from '../../shared/operators.ts';
import { workspaceParams, workspaceVerbs } from '../../shared/workspaces.ts';
import { describeInvitation } from '../http/describe-invitation.ts';
import { operatorRoute } from '../http/person-routes.ts';

const list = verbRoute({
  method: 'get',
  path: '/workspaces',
  query: operatedWorkspaceQuery,
  answer: operatedWorkspacePage,
  async run(ctx: InstanceCtx, query) {
    const { workspaces: data, nextCursor } = await listWorkspaces(ctx, query);
    return { data, nextCursor };
  },
});

const create = verbRoute({
  method: 'post',
  path: '/workspaces',
  body: createWorkspaceRequest,
  status: 201,
  answer: operatedWorkspaceAnswer,
  async run(ctx: InstanceCtx, input) {
    const workspace = await createWorkspace(ctx, input);
    const account = await enterWorkspace(ctx, workspace).ledger.account(workspace.plan);
    return { data: { ...workspace, ...account } };
  },
});

const inviteTo = verbRoute({
  method: 'post',
  path: '/workspaces/{ws}/invitations',
  params: workspaceParams,
  body: createInvitationRequest,
  status: 201,
  answer: createdInvitationAnswer,
  async run(ctx: InstanceCtx<PersonActor>, { ws, ...invitation }, c) {
    return { data: describeInvitation(c, await invite(await enterNamedWorkspace(ctx, ws), invitation)) };
  },
});

export const operatorRoutes = routerOf([
  operatorRoute(list, 'A page of workspaces, newest first'),
  operatorRoute(create, 'The new workspace, without people'),
  operatorRoute(workspaceVerbs.change, 'The workspace after the change'),
  operatorRoute(workspaceVerbs.delete, 'The workspace was deleted'),
  operatorRoute(inviteTo, 'The invitation with its link'),
  operatorRoute(operatorVerbs.list, 'The operators, first one first'),
  operatorRoute(operatorVerbs.add, 'The person, who is an operator now'),
  operatorRoute(operatorVerbs.remove, 'The person is not an operator any more'),
]);
