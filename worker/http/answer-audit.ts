import type { AuditExportQuery } from '../../schema/api/audit.ts';
import { streamAuditEntries } from '../audit/stream-audit-entries.ts';
import type { AppContext } from './context.ts';

/** A plain `string`: of the literal, the types of `openapi` make a route that returns nothing. */
export const AUDIT_TYPE: string = 'application/x-ndjson';

/** @param workspaceId null: of all workspaces */
export function answerAudit(c: AppContext, workspaceId: string | null, query: AuditExportQuery): Response {
  const body = streamAuditEntries({ services: c.var.services }, { ...query, workspaceId });
  return c.newResponse(body, 200, { 'Content-Type': AUDIT_TYPE });
}
