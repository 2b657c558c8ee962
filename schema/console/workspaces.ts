import { z } from 'zod';
import { deletedBody, workspaceAccountBody } from '../api/operator.ts';
import { answerOf, pageOf, pageQuery } from '../api/paging.ts';
import { MAX_NAME_LENGTH } from './bounds.ts';
import { ROLES } from './roles.ts';

export const workspaceDetails = workspaceAccountBody.extend({ role: z.enum(ROLES) });
export type WorkspaceDetails = z.infer<typeof workspaceDetails>;
export const workspaceAnswer = answerOf(workspaceDetails);

export const renameWorkspace = z.object({ name: z.string().trim().min(1).max(MAX_NAME_LENGTH) });

/** A workspace as the operator sees it. Only people whose `operator` is true get it. */
export const operatedWorkspace = workspaceAccountBody.extend({
  people: z.int(),
  activeKeys: z.int(),
});
export type OperatedWorkspace = z.infer<typeof operatedWorkspace>;
/** `search` is part of the name. */
export const operatedWorkspaceQuery = pageQuery.extend({ search: z.string().trim().max(100).optional() });
export const operatedWorkspacePage = pageOf(operatedWorkspace);
export const operatedWorkspaceAnswer = answerOf(workspaceAccountBody);
export const deletedWorkspaceAnswer = answerOf(deletedBody);
