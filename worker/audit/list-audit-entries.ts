import type { Services } from '../services.ts';
import { type AuditRow, findAuditEntries } from './queries.ts';

/** Enough to see what happened lately; the table keeps everything. */
const LATEST = 200;

/** The latest changes of a workspace, also of one that is deleted, newest first. */
export const listAuditEntries = (services: Services, workspaceId: string): Promise<AuditRow[]> =>
  findAuditEntries(services.database, workspaceId, LATEST);
