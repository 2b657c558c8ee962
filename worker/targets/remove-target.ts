import { ApiError } from '../api-error.ts';
import type { Actor } from '../audit/queries.ts';
import type { Services } from '../services.ts';
import { deleteTarget, findWorkspaceOfTarget } from './queries.ts';

/**
 * Removes a target and its credentials. What was copied there stays: it is the customer's.
 *
 * @throws {ApiError} `TARGET_NOT_FOUND`
 */
export async function removeTarget(services: Services, actor: Actor, targetId: string): Promise<void> {
  const workspaceId = await findWorkspaceOfTarget(services.database, targetId);
  if (workspaceId === null) throw new ApiError('TARGET_NOT_FOUND', 'There is no target with this id.');
  const at = new Date(services.now()).toISOString();
  await deleteTarget(services.database, workspaceId, targetId, actor, at);
  await services.ledger(workspaceId).noteTargetsChanged();
}
