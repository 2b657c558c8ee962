import { auditEntry } from '../audit/audit-entry.ts';
import type { Ctx } from '../../ctx.ts';
import { clearKeyCache } from '../keys/find-key.ts';
import { listWebhooks } from '../webhooks/get-webhook.ts';
import { deleteAccess, deleteSomeVersions, deleteWorkspaceRows } from '../../adapters/d1/workspaces.ts';

/**
 * The ledger comes first, so it refuses requests. It also deletes the objects, in the background. The row comes last, so
 * the deletion can be repeated.
 */
export async function deleteWorkspace(ctx: Ctx): Promise<void> {
  const { services, workspace, ledger } = ctx;
  await ledger.close();
  await deleteAccess(services.database, workspace.id);
  for (const { id } of await listWebhooks(ctx)) await services.webhookDesk(id).remove();
  await services.requestLog(workspace.id).close();
  while (await deleteSomeVersions(services.database, workspace.id));
  const entry = auditEntry(ctx, 'workspace.deleted', workspace.id);
  await deleteWorkspaceRows(services.database, workspace.id, entry);
  clearKeyCache();
}
