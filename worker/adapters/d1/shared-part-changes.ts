import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PartKind } from '../../../schema/api/shared-parts.ts';
import { sharedParts, sharedPartVersions } from '../../../schema/tables/shared-parts.ts';
import { workspaces } from '../../../schema/tables/workspaces.ts';
import { type AuditEntry, auditStatementIf } from './audit.ts';
import { type Database, databaseMessage } from './database.ts';
import { type PartRow, type PartVersionRow, pinnedObjects } from './shared-parts.ts';

export interface PartLimits {
  readonly maxParts: number;
  readonly maxVersions: number;
  /** Of all versions of all parts of the kind. Null if there is no limit. */
  readonly maxBytes: number | null;
}

/** Whether the bytes of all versions leave room for a new one. */
function hasRoom(workspaceId: string, kind: PartKind, newBytes: number, maxBytes: number | null): SQL {
  if (maxBytes === null) return sql`TRUE`;
  return sql`${newBytes} + (
    SELECT COALESCE(SUM(v.bytes), 0) FROM ${sharedParts} AS p JOIN ${sharedPartVersions} AS v ON v.part_id = p.id
    WHERE p.workspace_id = ${workspaceId} AND p.kind = ${kind}) <= ${maxBytes}`;
}

const versionStatement = (database: Database, version: PartVersionRow, condition: SQL) =>
  database.insert(sharedPartVersions).select(sql`
    SELECT ${version.partId}, ${version.version}, ${version.workspaceId}, ${version.digest}, ${version.objectId},
      ${version.mediaType}, ${version.bytes}, ${JSON.stringify(version.details)}, ${version.createdAt}, ${version.note}
    WHERE ${condition}`);

/** One statement counts and inserts, so the limits also hold for parallel requests. False if nothing was inserted. */
export async function insertPart(
  database: Database,
  part: PartRow,
  version: PartVersionRow,
  { maxParts, maxBytes }: PartLimits,
  entry: AuditEntry,
): Promise<boolean> {
  const { id, workspaceId, kind, name, latestVersion, revision, createdAt, updatedAt } = part;
  const insertion = database.insert(sharedParts).select(sql`
    SELECT ${id}, ${workspaceId}, ${kind}, ${name}, ${latestVersion}, ${revision}, ${createdAt}, ${updatedAt}
    WHERE EXISTS (SELECT 1 FROM ${workspaces} WHERE id = ${workspaceId})
      AND (SELECT COUNT(*) FROM ${sharedParts} WHERE workspace_id = ${workspaceId} AND kind = ${kind}) < ${maxParts}
      AND ${hasRoom(workspaceId, kind, version.bytes, maxBytes)}`);
  const exists = sql`EXISTS (SELECT 1 FROM ${sharedParts} WHERE id = ${id})`;
  const [inserted] = await database.batch([
    insertion,
    versionStatement(database, version, exists),
    auditStatementIf(database, exists, entry),
  ]);
  return inserted.meta.changes === 1;
}

/** Whether a write failed because a parallel one has just made a part with this name. */
export const isPartNameTaken = (error: unknown): boolean =>
  databaseMessage(error).includes('UNIQUE constraint failed: shared_parts.workspace_id');

/** A statement with this condition writes only if the part has not changed since it was read. */
const isUnchanged = ({ id, revision }: PartRow): SQL =>
  sql`EXISTS (SELECT 1 FROM ${sharedParts} AS p WHERE p.id = ${id} AND p.revision = ${revision})`;

/**
 * Makes room first: the oldest versions that no template pins are deleted. One transaction, so the limits also hold for
 * parallel saves.
 *
 * @param part as it was read
 * @returns the deleted versions. Null if the part has changed since, or has no room: then nothing is written
 */
export async function insertPartVersion(
  database: Database,
  part: PartRow,
  version: PartVersionRow,
  { maxVersions, maxBytes }: PartLimits,
  entry: AuditEntry,
): Promise<PartVersionRow[] | null> {
  const { id, workspaceId, kind, revision } = part;
  const countVersions = (condition: SQL) =>
    sql`(SELECT COUNT(*) FROM ${sharedPartVersions} AS v WHERE v.part_id = ${id} AND ${condition})`;
  const isPinned = sql`v.object_id IN ${pinnedObjects(workspaceId)}`;
  const surplus = sql`MAX(0, ${countVersions(sql`TRUE`)} + 1 - ${maxVersions})`;
  const allowed = sql`${isUnchanged(part)} AND ${hasRoom(workspaceId, kind, version.bytes, maxBytes)}
    AND (${countVersions(sql`TRUE`)} < ${maxVersions} OR ${countVersions(isPinned)} < ${maxVersions})`;
  const pruning = database
    .delete(sharedPartVersions)
    .where(
      and(
        eq(sharedPartVersions.partId, id),
        sql`version IN (SELECT v.version FROM ${sharedPartVersions} AS v
          WHERE v.part_id = ${id} AND NOT ${isPinned} ORDER BY v.version LIMIT ${surplus})`,
        allowed,
      ),
    )
    .returning();
  const inserted = sql`EXISTS (SELECT 1 FROM ${sharedPartVersions} AS v WHERE v.object_id = ${version.objectId})`;
  const renewal = database
    .update(sharedParts)
    .set({ latestVersion: version.version, updatedAt: version.createdAt, revision: revision + 1 })
    .where(and(eq(sharedParts.id, id), eq(sharedParts.revision, revision), inserted));
  const [, pruned, , renewed] = await database.batch([
    auditStatementIf(database, allowed, entry),
    pruning,
    versionStatement(database, version, allowed),
    renewal,
  ]);
  return renewed.meta.changes === 0 ? null : pruned;
}

/** Returns the deleted versions. None are deleted if a template pins one of them. */
export async function deletePartRows(
  database: Database,
  { id, workspaceId }: PartRow,
  entry: AuditEntry,
): Promise<PartVersionRow[]> {
  const exists = sql`EXISTS (SELECT 1 FROM ${sharedParts} AS p WHERE p.id = ${id})`;
  const isFree = sql`${exists} AND NOT EXISTS (SELECT 1 FROM ${sharedPartVersions} AS v
    WHERE v.part_id = ${id} AND v.object_id IN ${pinnedObjects(workspaceId)})`;
  const isEmpty = sql`NOT EXISTS (SELECT 1 FROM ${sharedPartVersions} AS v WHERE v.part_id = ${id})`;
  const [, deleted] = await database.batch([
    auditStatementIf(database, isFree, entry),
    database
      .delete(sharedPartVersions)
      .where(and(eq(sharedPartVersions.partId, id), isFree))
      .returning(),
    database.delete(sharedParts).where(and(eq(sharedParts.id, id), isEmpty)),
  ]);
  return deleted;
}
