import { z } from 'zod';
import { deletedBody, workspaceAccountBody } from '../api/operator.ts';
import { answerOf, pageOf, pageQuery } from '../api/paging.ts';
import { MAX_NAME_LENGTH } from './bounds.ts';
import { ROLES } from './roles.ts';

/** `GET /console/workspaces/{ws}`. Any role. The plan's limits are in `schema/plans.ts`. */
export const workspaceDetails = workspaceAccountBody.extend({ role: z.enum(ROLES) });
export type WorkspaceDetails = z.infer<typeof workspaceDetails>;
export const workspaceAnswer = answerOf(workspaceDetails);

/** `PATCH /console/workspaces/{ws}`. Admin. */
export const renameWorkspace = z.object({ name: z.string().trim().min(1).max(MAX_NAME_LENGTH) });

/**
 * The operator's page, for persons whose `operator` is true. `GET /console/operator/workspaces`,
 * `POST` the same (`createWorkspace` of `schema/api/operator.ts`), `PATCH …/{ws}` (`setWorkspace`),
 * `DELETE …/{ws}`, and `POST …/{ws}/invitations`, as in a workspace of one's own. Newest first.
 */
export const operatedWorkspace = workspaceAccountBody.extend({
  people: z.int(),
  activeKeys: z.int(),
});
export type OperatedWorkspace = z.infer<typeof operatedWorkspace>;
/** Query: `search`, a part of the name; `limit`, `cursor`. */
export const operatedWorkspaceQuery = pageQuery.extend({ search: z.string().trim().max(100).optional() });
export const operatedWorkspacePage = pageOf(operatedWorkspace);
export const operatedWorkspaceAnswer = answerOf(workspaceAccountBody);
export const deletedWorkspaceAnswer = answerOf(deletedBody);
