import { auditEntry } from '../audit/audit-entry.ts';
import type { Ctx } from '../../ctx.ts';
import { getTarget } from './get-target.ts';
import { deleteTarget } from '../../adapters/d1/targets.ts';

/** Copied files belong to the customer and stay. @throws {ApiError} `TARGET_NOT_FOUND` */
export async function removeTarget(ctx: Ctx, targetId: string): Promise<void> {
  const { services, workspace, ledger } = ctx;
  const { name } = await getTarget(ctx, targetId);
  const entry = auditEntry(ctx, 'target.deleted', targetId, { name });
  await deleteTarget(services.database, workspace.id, targetId, entry);
  await ledger.noteChanged('targets');
}
