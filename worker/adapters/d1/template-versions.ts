import { and, desc, eq, lt, max, type SQL, sql } from 'drizzle-orm';
import { templates, templateVersions } from '../../../schema/tables/templates.ts';
import { type AuditEntry, auditStatementIf } from './audit.ts';
import { type Database, isOneOf } from './database.ts';
import { pinsExist } from './shared-parts.ts';

export type VersionRow = typeof templateVersions.$inferSelect;

export type TemplateRow = Omit<typeof templates.$inferSelect, 'sampleData'>;

export async function findLatestVersions(
  database: Database,
  workspaceId: string,
  templateIds: readonly string[],
): Promise<Map<string, number>> {
  const { templateId, version } = templateVersions;
  const rows = await database
    .select({ id: templateId, latest: max(version) })
    .from(templateVersions)
    .where(and(eq(templateVersions.workspaceId, workspaceId), isOneOf(templateId, templateIds)))
    .groupBy(templateId);
  return new Map(rows.map(({ id, latest }) => [id, latest ?? 0]));
}

export async function findVersions(
  database: Database,
  workspaceId: string,
  templateId: string,
  limit: number,
  before: number,
): Promise<Pick<VersionRow, 'version' | 'contentBytes' | 'createdAt' | 'publishedAt' | 'note'>[]> {
  const { version, contentBytes, createdAt, publishedAt, note } = templateVersions;
  return database
    .select({ version, contentBytes, createdAt, publishedAt, note })
    .from(templateVersions)
    .where(
      and(
        eq(templateVersions.workspaceId, workspaceId),
        eq(templateVersions.templateId, templateId),
        lt(version, before),
      ),
    )
    .orderBy(desc(version))
    .limit(limit);
}

/** A statement with this condition writes only if the template has not changed since it was read. */
const isUnchanged = ({ workspaceId, id, revision }: TemplateRow): SQL =>
  sql`EXISTS (SELECT 1 FROM ${templates} AS t
    WHERE t.workspace_id = ${workspaceId} AND t.id = ${id} AND t.revision = ${revision})`;

const hasVersion = (templateId: string, version: number): SQL =>
  sql`EXISTS (SELECT 1 FROM ${templateVersions} AS v WHERE v.template_id = ${templateId} AND v.version = ${version})`;

const countVersions = (templateId: string): SQL =>
  sql`(SELECT COUNT(*) FROM ${templateVersions} AS v WHERE v.template_id = ${templateId})`;

const countPublished = (templateId: string): SQL =>
  sql`(SELECT COUNT(*) FROM ${templateVersions} AS v
    WHERE v.template_id = ${templateId} AND v.published_at IS NOT NULL)`;

/** Inserts nothing if the condition does not hold. */
export const versionStatement = (database: Database, version: VersionRow, condition: SQL) =>
  database.insert(templateVersions).select(sql`
    SELECT ${version.templateId}, ${version.version}, ${version.workspaceId}, ${version.contentHash},
      ${version.contentBytes}, ${version.objectId}, ${JSON.stringify(version.settings)}, NULL,
      ${version.createdAt}, ${version.publishedAt}, ${version.note},
      ${version.pins === null ? null : JSON.stringify(version.pins)}
    WHERE ${condition}`);

export interface VersionInsertion {
  /** As it was read. */
  readonly template: TemplateRow;
  readonly name: string;
  readonly version: VersionRow;
  readonly maxVersions: number;
  readonly entry: AuditEntry;
}

/**
 * Makes room first: the oldest drafts are deleted. One transaction, so the limit also holds for parallel saves.
 *
 * @returns the object ids of the deleted drafts. Null if the template has changed since, or has no room: then nothing
 *   is written
 */
export async function insertVersion(
  database: Database,
  { template, name, version, maxVersions, entry }: VersionInsertion,
): Promise<string[] | null> {
  const { id, revision } = template;
  const allowed = sql`${isUnchanged(template)} AND ${countPublished(id)} < ${maxVersions}
    AND ${pinsExist(version.pins)}`;
  const surplus = sql`MAX(0, ${countVersions(id)} + 1 - ${maxVersions})`;
  const oldestDrafts = sql`(
    SELECT v.version FROM ${templateVersions} AS v WHERE v.template_id = ${id} AND v.published_at IS NULL
    ORDER BY v.version LIMIT ${surplus})`;
  const pruning = database
    .delete(templateVersions)
    .where(and(eq(templateVersions.templateId, id), sql`version IN ${oldestDrafts}`, allowed))
    .returning({ objectId: templateVersions.objectId });
  const renewal = database
    .update(templates)
    .set({
      name,
      updatedAt: version.createdAt,
      revision: revision + 1,
      ...(version.publishedAt === null ? {} : { publishedVersion: version.version }),
    })
    .where(and(isTemplate(template), hasVersion(id, version.version)));
  const [, pruned, , renewed] = await database.batch([
    auditStatementIf(database, allowed, entry),
    pruning,
    versionStatement(database, version, allowed),
    renewal,
  ]);
  if (renewed.meta.changes === 0) return null;
  return pruned.flatMap(({ objectId }) => (objectId === null ? [] : [objectId]));
}

/** At the revision at which it was read. */
const isTemplate = ({ workspaceId, id, revision }: TemplateRow) =>
  and(eq(templates.workspaceId, workspaceId), eq(templates.id, id), eq(templates.revision, revision));

export interface TemplateRowChange {
  /** As it was read. */
  readonly template: TemplateRow;
  readonly name: string;
  readonly publishedVersion: number | null;
  /** Replaces the pins of the published version. Default: it keeps them. */
  readonly pins?: VersionRow['pins'] | undefined;
  /** Replaces the note of a version. Null keeps all notes. */
  readonly note: { readonly version: number; readonly text: string | null } | null;
  readonly updatedAt: string;
  readonly entry: AuditEntry;
}

/** False if the template has changed since it was read, or a pinned part was deleted. Then nothing is written. */
export async function changeTemplateRow(
  database: Database,
  { template, name, publishedVersion, pins, note, updatedAt, entry }: TemplateRowChange,
): Promise<boolean> {
  const isAllowed = sql`${isUnchanged(template)} AND ${pinsExist(pins ?? null)}`;
  /** No version has the number 0. */
  const isVersion = (version: number) =>
    and(eq(templateVersions.templateId, template.id), eq(templateVersions.version, version), isAllowed);
  const publication = database
    .update(templateVersions)
    .set({
      publishedAt: sql`COALESCE(${templateVersions.publishedAt}, ${entry.at})`,
      ...(pins !== undefined && { pins }),
    })
    .where(isVersion(publishedVersion ?? 0));
  const noting = database
    .update(templateVersions)
    .set({ note: note?.text ?? null })
    .where(isVersion(note?.version ?? 0));
  const change = database
    .update(templates)
    .set({ name, publishedVersion, updatedAt, revision: template.revision + 1 })
    .where(and(isTemplate(template), isAllowed));
  const [, , , changed] = await database.batch([
    auditStatementIf(database, isAllowed, entry),
    publication,
    noting,
    change,
  ]);
  return changed.meta.changes === 1;
}
