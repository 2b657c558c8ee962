import { auditStatement } from '../../adapters/d1/audit.ts';
import type { Ctx } from '../../ctx.ts';
import { auditEntry } from '../audit/audit-entry.ts';

/** Errors of requests can quote a document. This is how people delete them before their time. */
export async function clearRequests(ctx: Ctx): Promise<void> {
  const { services, workspace } = ctx;
  // First: a log that is cleared without an entry could not be noticed.
  const entry = auditEntry(ctx, 'workspace.changed', workspace.id, { requestLog: 'cleared' });
  await auditStatement(services.database, entry);
  await services.requestLog(workspace.id).clear();
}
