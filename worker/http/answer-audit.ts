import type { AuditExportQuery } from '../../schema/api/audit.ts';
import { streamAuditEntries } from '../audit/stream-audit-entries.ts';
import type { AppContext } from './context.ts';

export const AUDIT_TYPE = 'application/x-ndjson';

/** @param workspaceId null: of all workspaces */
export function answerAudit(c: AppContext, workspaceId: string | null, query: AuditExportQuery) {
  const body = streamAuditEntries({ services: c.var.services }, { ...query, workspaceId });
  return c.newResponse(body, 200, { 'Content-Type': AUDIT_TYPE });
}
