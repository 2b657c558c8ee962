import type { Actor } from '../audit/queries.ts';
import { forgetKeys } from '../keys/find-key.ts';
import type { Services } from '../services.ts';
import { workspacePrefix } from '../storage/keys.ts';
import { getWorkspace } from './get-workspace.ts';
import { deleteWorkspaceRows } from './queries.ts';

/**
 * Deletes a workspace for good. The ledger first, which refuses its requests from then on and deletes
 * its files by alarm; then templates; the row last, so that a deletion cut short can be repeated.
 *
 * @throws {ApiError} `WORKSPACE_NOT_FOUND`
 */
export async function deleteWorkspace(services: Services, actor: Actor, workspaceId: string): Promise<void> {
  await getWorkspace(services, workspaceId);
  await services.ledger(workspaceId).close();
  await services.templateStore.deleteUnder(workspacePrefix(workspaceId));
  await deleteWorkspaceRows(services.database, workspaceId, {
    workspaceId,
    at: new Date(services.now()).toISOString(),
    actor,
    action: 'workspace.deleted',
    subject: workspaceId,
  });
  forgetKeys();
}
