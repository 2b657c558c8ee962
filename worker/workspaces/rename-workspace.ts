import type { Actor } from '../audit/queries.ts';
import type { Services } from '../services.ts';
import { getWorkspace } from './get-workspace.ts';
import { updateWorkspaceName, type WorkspaceRecord } from './queries.ts';

/** @throws {ApiError} `WORKSPACE_NOT_FOUND` */
export async function renameWorkspace(
  services: Services,
  actor: Actor,
  workspaceId: string,
  name: string,
): Promise<WorkspaceRecord> {
  const workspace = await getWorkspace(services, workspaceId);
  await updateWorkspaceName(services.database, workspaceId, name, {
    workspaceId,
    at: new Date(services.now()).toISOString(),
    actor,
    action: 'workspace.changed',
    subject: workspaceId,
    detail: { name },
  });
  return { ...workspace, name };
}
