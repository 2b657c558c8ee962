import { and, desc, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { PlanId } from '../../../schema/plans.ts';
import { apiKeys } from '../../../schema/tables/api-keys.ts';
import { invitations, memberships } from '../../../schema/tables/memberships.ts';
import { sharedComponents, sharedComponentVersions } from '../../../schema/tables/components.ts';
import { targets } from '../../../schema/tables/targets.ts';
import { templates, templateVersions } from '../../../schema/tables/templates.ts';
import { webhooks } from '../../../schema/tables/webhooks.ts';
import { workspaces } from '../../../schema/tables/workspaces.ts';
import { type AuditEntry, auditStatement } from './audit.ts';
import { contains, type Database } from './database.ts';
import { clearGauges } from './metrics.ts';

export type WorkspaceRecord = typeof workspaces.$inferSelect;

export async function insertWorkspace(
  database: Database,
  workspace: WorkspaceRecord,
  entry: AuditEntry,
): Promise<void> {
  await database.batch([database.insert(workspaces).values(workspace), auditStatement(database, entry)]);
}

export async function findWorkspace(
  database: Database,
  workspaceId: string,
): Promise<WorkspaceRecord | null> {
  const [row] = await database.select().from(workspaces).where(eq(workspaces.id, workspaceId));
  return row ?? null;
}

/** If `plan` is null, this writes only the audit entry: the ledger makes the other changes. */
export async function updatePlan(
  database: Database,
  workspaceId: string,
  plan: PlanId | null,
  entry: AuditEntry,
): Promise<void> {
  const audit = auditStatement(database, entry);
  if (plan === null) return void (await audit);
  await database.batch([
    database.update(workspaces).set({ plan }).where(eq(workspaces.id, workspaceId)),
    audit,
  ]);
}

export async function updateWorkspaceName(
  database: Database,
  workspaceId: string,
  name: string,
  entry: AuditEntry,
): Promise<void> {
  await database.batch([
    database.update(workspaces).set({ name }).where(eq(workspaces.id, workspaceId)),
    auditStatement(database, entry),
  ]);
}

/** Deletes all access to a workspace. From then on, it does not exist for its members. */
export async function deleteAccess(database: Database, workspaceId: string): Promise<void> {
  await database.batch([
    database.delete(invitations).where(eq(invitations.workspaceId, workspaceId)),
    database.delete(memberships).where(eq(memberships.workspaceId, workspaceId)),
  ]);
}

/** A statement has a time limit, and a workspace can have a million versions. */
const VERSIONS_PER_STATEMENT = 10_000;

/** Versions of templates, assets and partials. False if it deleted the last ones. */
export async function deleteSomeVersions(
  database: Database,
  workspaceId: string,
  limit = VERSIONS_PER_STATEMENT,
): Promise<boolean> {
  const some = (table: typeof templateVersions | typeof sharedComponentVersions, condition: SQL) =>
    sql`rowid IN (SELECT rowid FROM ${table} WHERE ${condition} LIMIT ${limit})`;
  const deleted = await database.batch([
    database.delete(templateVersions).where(some(templateVersions, isOfTemplates(workspaceId))),
    database
      .delete(sharedComponentVersions)
      .where(some(sharedComponentVersions, isOfComponents(workspaceId))),
  ]);
  return deleted.some(({ meta }) => meta.changes >= limit);
}

/** By template, because that has an index. */
const isOfTemplates = (workspaceId: string) =>
  sql`template_id IN (SELECT id FROM ${templates} WHERE workspace_id = ${workspaceId})`;

const isOfComponents = (workspaceId: string) =>
  sql`part_id IN (SELECT id FROM ${sharedComponents} WHERE workspace_id = ${workspaceId})`;

/** Keys stay, so that requests with them get `WORKSPACE_NOT_FOUND`. */
export async function deleteWorkspaceRows(
  database: Database,
  workspaceId: string,
  entry: AuditEntry,
): Promise<void> {
  await database.batch([
    // Those that were saved since the last batch.
    database.delete(templateVersions).where(isOfTemplates(workspaceId)),
    database.delete(sharedComponentVersions).where(isOfComponents(workspaceId)),
    database.delete(templates).where(eq(templates.workspaceId, workspaceId)),
    database.delete(sharedComponents).where(eq(sharedComponents.workspaceId, workspaceId)),
    database.delete(targets).where(eq(targets.workspaceId, workspaceId)),
    database.delete(webhooks).where(eq(webhooks.workspaceId, workspaceId)),
    // An operator may have invited in between.
    database.delete(invitations).where(eq(invitations.workspaceId, workspaceId)),
    database.delete(memberships).where(eq(memberships.workspaceId, workspaceId)),
    database.delete(workspaces).where(eq(workspaces.id, workspaceId)),
    clearGauges(database, workspaceId),
    auditStatement(database, entry),
  ]);
}

export interface WorkspaceFilter {
  readonly search: string;
  readonly limit: number;
  /** The last workspace of the previous page. */
  readonly after: { readonly createdAt: string; readonly id: string } | null;
  readonly now: string;
}

export function findAllWorkspaces(database: Database, { search, limit, after, now }: WorkspaceFilter) {
  const { id, name, plan, createdAt } = workspaces;
  const people = database.$count(memberships, eq(memberships.workspaceId, id));
  const unexpired = or(isNull(apiKeys.expiresAt), sql`${apiKeys.expiresAt} > ${now}`);
  const activeKeys = database.$count(
    apiKeys,
    and(eq(apiKeys.workspaceId, id), isNull(apiKeys.revokedAt), unexpired),
  );
  return database
    .select({ id, name, plan, createdAt, people, activeKeys })
    .from(workspaces)
    .where(
      and(
        search === '' ? undefined : contains(name, search),
        after === null
          ? undefined
          : or(lt(createdAt, after.createdAt), and(eq(createdAt, after.createdAt), lt(id, after.id))),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
}
