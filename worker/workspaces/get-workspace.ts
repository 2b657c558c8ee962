import { ApiError } from '../api-error.ts';
import type { Services } from '../services.ts';
import { findWorkspace, type WorkspaceRecord } from './queries.ts';

/** @throws {ApiError} `WORKSPACE_NOT_FOUND` */
export async function getWorkspace(services: Services, workspaceId: string): Promise<WorkspaceRecord> {
  const workspace = await findWorkspace(services.database, workspaceId);
  if (workspace === null) throw workspaceNotFound();
  return workspace;
}

export const workspaceNotFound = (): ApiError =>
  new ApiError('WORKSPACE_NOT_FOUND', 'There is no workspace with this id.');
