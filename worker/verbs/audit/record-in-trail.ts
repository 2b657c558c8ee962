import { type AuditEntry, auditStatement } from '../../adapters/d1/audit.ts';
import type { Ctx } from '../../ctx.ts';

/** Throws no error: the work is done, and the person would start it again. */
export async function recordInTrail({ services }: Ctx, entry: AuditEntry): Promise<void> {
  try {
    await auditStatement(services.database, entry);
  } catch (error) {
    const { action, subject } = entry;
    console.error(JSON.stringify({ event: 'audit_entry_lost', action, subject, cause: String(error) }));
  }
}
