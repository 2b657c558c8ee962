import type { TypedResponse } from 'hono';
import type { AuditExportQuery } from '../../schema/api/audit.ts';
import { streamAuditEntries } from '../audit/stream-audit-entries.ts';
import type { AppContext } from './context.ts';

export const AUDIT_TYPE = 'application/x-ndjson';

/** @param workspaceId null: of all workspaces */
export function answerAudit(
  c: AppContext,
  workspaceId: string | null,
  query: AuditExportQuery,
): Response & TypedResponse<string, 200, 'json'> {
  const body = streamAuditEntries({ services: c.var.services }, { ...query, workspaceId });
  const response = c.newResponse(body, 200, { 'Content-Type': AUDIT_TYPE });
  // Its description takes each type with `json` in its name for JSON.
  return response as Response & TypedResponse<string, 200, 'json'>;
}
