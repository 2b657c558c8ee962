import { ApiError } from '../api-error.ts';
import type { Services } from '../services.ts';
import { findTarget, type TargetRecord } from './queries.ts';

/** @throws {ApiError} `TARGET_NOT_FOUND` */
export async function getTarget(
  services: Services,
  workspaceId: string,
  targetId: string,
): Promise<TargetRecord> {
  const target = await findTarget(services.database, workspaceId, targetId);
  if (target === null) throw targetNotFound();
  return target;
}

export const targetNotFound = (): ApiError =>
  new ApiError('TARGET_NOT_FOUND', 'There is no target with this id.');
