import type { OrderTargets } from '../../schema/api/targets.ts';
import { invalidRequest } from '../api-error.ts';
import type { Actor } from '../audit/queries.ts';
import type { Services } from '../services.ts';
import { getWorkspace } from '../workspaces/get-workspace.ts';
import { selectTargets, type TargetRecord, updatePositions } from './queries.ts';

/**
 * Puts a workspace's targets in another order. The first is the one that `storageProvider` names.
 *
 * @throws {ApiError} `WORKSPACE_NOT_FOUND`; `VALIDATION_ERROR` where not every target is named once
 */
export async function orderTargets(
  services: Services,
  actor: Actor,
  { workspaceId, ids }: OrderTargets,
): Promise<TargetRecord[]> {
  await getWorkspace(services, workspaceId);
  const existing = await selectTargets(services.database, workspaceId);
  const named = new Set(ids);
  const complete = named.size === ids.length && existing.length === ids.length;
  if (!complete || !existing.every(({ id }) => named.has(id))) {
    throw invalidRequest(['ids: must name every target of the workspace once']);
  }
  const at = new Date(services.now()).toISOString();
  await updatePositions(services.database, workspaceId, ids, actor, at);
  await services.ledger(workspaceId).noteChanged('targets');
  return selectTargets(services.database, workspaceId);
}
