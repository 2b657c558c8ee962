import { auditStatement } from '../../adapters/d1/audit.ts';
import type { Ctx } from '../../ctx.ts';
import { auditEntry } from '../audit/audit-entry.ts';

/** Empties the log before its requests are old, because their errors can quote a document. */
export async function clearRequests(ctx: Ctx): Promise<void> {
  const { services, workspace } = ctx;
  // The entry comes first: nobody would notice a log that is cleared without one.
  const entry = auditEntry(ctx, 'workspace.changed', workspace.id, { requestLog: 'cleared' });
  await auditStatement(services.database, entry);
  await services.requestLog(workspace.id).clear();
}
