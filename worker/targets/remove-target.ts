import type { Actor } from '../audit/queries.ts';
import type { Services } from '../services.ts';
import { getTarget, targetNotFound } from './get-target.ts';
import { deleteTarget, findWorkspaceOfTarget } from './queries.ts';

/**
 * Removes a target and its credentials. What was copied there stays: it is the customer's.
 *
 * @throws {ApiError} `TARGET_NOT_FOUND`, for a target of another workspace too
 */
export async function removeTarget(
  services: Services,
  actor: Actor,
  workspaceId: string,
  targetId: string,
): Promise<void> {
  const target = await getTarget(services, workspaceId, targetId);
  const at = new Date(services.now()).toISOString();
  await deleteTarget(services.database, workspaceId, target, actor, at);
  await services.ledger(workspaceId).noteChanged('targets');
}

/** For the operator, who names targets by their id alone. @throws {ApiError} `TARGET_NOT_FOUND` */
export async function workspaceOfTarget(services: Services, targetId: string): Promise<string> {
  const workspaceId = await findWorkspaceOfTarget(services.database, targetId);
  if (workspaceId === null) throw targetNotFound();
  return workspaceId;
}
