import { and, desc, eq, getTableColumns, isNotNull, lt, max, or, sql } from 'drizzle-orm';
import { templates, templateVersions } from '../../schema/tables/templates.ts';
import type { AuditEntry } from '../audit/audit-entry.ts';
import { auditStatement } from '../audit/queries.ts';
import { contains, type Database, isOneOf } from '../database.ts';
import type { VersionChoice } from './reference.ts';

/** Only the dashboard needs sample data. */
const { sampleData, ...templateColumns } = getTableColumns(templates);

export type TemplateRow = Omit<typeof templates.$inferSelect, 'sampleData'>;
export type VersionRow = typeof templateVersions.$inferSelect;

export interface TemplateVersion {
  readonly template: TemplateRow;
  readonly version: VersionRow;
}

export async function findTemplateVersion(
  database: Database,
  workspaceId: string,
  templateId: string,
  choice: VersionChoice,
): Promise<TemplateVersion | null> {
  const [row] = await database
    .select({ template: templateColumns, version: templateVersions })
    .from(templates)
    .innerJoin(templateVersions, eq(templateVersions.templateId, templates.id))
    .where(and(eq(templates.workspaceId, workspaceId), eq(templates.id, templateId), chosen(choice)))
    .orderBy(desc(templateVersions.version))
    .limit(1);
  return row ?? null;
}

function chosen(choice: VersionChoice) {
  if (choice === 'latest') return undefined;
  if (choice === 'published') return isNotNull(templateVersions.publishedAt);
  return eq(templateVersions.version, choice);
}

export async function findVersionNumbers(
  database: Database,
  workspaceId: string,
  templateIds: readonly string[],
): Promise<Map<string, { latest: number; published: number | null }>> {
  const rows = await database
    .select({
      id: templateVersions.templateId,
      latest: max(templateVersions.version),
      published: sql<
        number | null
      >`MAX(CASE WHEN ${templateVersions.publishedAt} IS NULL THEN NULL ELSE ${templateVersions.version} END)`,
    })
    .from(templateVersions)
    .where(
      and(eq(templateVersions.workspaceId, workspaceId), isOneOf(templateVersions.templateId, templateIds)),
    )
    .groupBy(templateVersions.templateId);
  return new Map(rows.map(({ id, latest, published }) => [id, { latest: latest ?? 0, published }]));
}

export async function findTemplates(
  database: Database,
  workspaceId: string,
  limit: number,
  after: { createdAt: string; id: string } | null,
  search: string | undefined,
): Promise<TemplateRow[]> {
  const older =
    after === null
      ? undefined
      : or(
          lt(templates.createdAt, after.createdAt),
          and(eq(templates.createdAt, after.createdAt), lt(templates.id, after.id)),
        );
  const named = search === undefined ? undefined : contains(templates.name, search);
  return database
    .select(templateColumns)
    .from(templates)
    .where(and(eq(templates.workspaceId, workspaceId), older, named))
    .orderBy(desc(templates.createdAt), desc(templates.id))
    .limit(limit);
}

export async function findTemplateByName(
  database: Database,
  workspaceId: string,
  name: string,
): Promise<TemplateRow | null> {
  const [row] = await database
    .select(templateColumns)
    .from(templates)
    .where(and(eq(templates.workspaceId, workspaceId), eq(templates.name, name)));
  return row ?? null;
}

export async function findVersions(
  database: Database,
  workspaceId: string,
  templateId: string,
  limit: number,
  before: number,
): Promise<Pick<VersionRow, 'version' | 'contentBytes' | 'createdAt' | 'publishedAt'>[]> {
  const { version, contentBytes, createdAt, publishedAt } = templateVersions;
  return database
    .select({ version, contentBytes, createdAt, publishedAt })
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

export async function findTemplateNames(
  database: Database,
  workspaceId: string,
  templateIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await database
    .select({ id: templates.id, name: templates.name })
    .from(templates)
    .where(and(eq(templates.workspaceId, workspaceId), isOneOf(templates.id, templateIds)));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const isTemplate = (workspaceId: string, templateId: string) =>
  and(eq(templates.workspaceId, workspaceId), eq(templates.id, templateId));

export async function findSampleData(
  database: Database,
  workspaceId: string,
  templateId: string,
): Promise<Record<string, unknown> | null> {
  const [row] = await database
    .select({ sampleData })
    .from(templates)
    .where(isTemplate(workspaceId, templateId));
  return row?.sampleData ?? null;
}

export async function updateSampleData(
  database: Database,
  workspaceId: string,
  templateId: string,
  data: Record<string, unknown>,
): Promise<boolean> {
  const updated = await database
    .update(templates)
    .set({ sampleData: data })
    .where(isTemplate(workspaceId, templateId));
  return updated.meta.changes === 1;
}

export async function insertTemplate(
  database: Database,
  template: TemplateRow,
  version: VersionRow,
  entry: AuditEntry,
): Promise<void> {
  await database.batch([
    database.insert(templates).values(template),
    database.insert(templateVersions).values(version),
    auditStatement(database, entry),
  ]);
}

/** False if another save has taken the version number. Then nothing is written. */
export async function insertVersion(
  database: Database,
  template: TemplateRow,
  version: VersionRow,
  entry: AuditEntry,
): Promise<boolean> {
  try {
    await database.batch([
      database.insert(templateVersions).values(version),
      database
        .update(templates)
        .set({ name: template.name, updatedAt: template.updatedAt })
        .where(eq(templates.id, template.id)),
      auditStatement(database, entry),
    ]);
    return true;
  } catch (error) {
    if (!isTaken(error, 'template_versions.template_id')) throw error;
    return false;
  }
}

/** Keeps the first publication date. */
export async function markPublished(
  database: Database,
  { templateId, version, workspaceId }: Pick<VersionRow, 'templateId' | 'version' | 'workspaceId'>,
  publishedAt: string,
  entry: AuditEntry,
): Promise<void> {
  await database.batch([
    database
      .update(templateVersions)
      .set({ publishedAt: sql`COALESCE(${templateVersions.publishedAt}, ${publishedAt})` })
      .where(
        and(
          eq(templateVersions.workspaceId, workspaceId),
          eq(templateVersions.templateId, templateId),
          eq(templateVersions.version, version),
        ),
      ),
    auditStatement(database, entry),
  ]);
}

export async function deleteTemplateRows(
  database: Database,
  workspaceId: string,
  templateId: string,
  entry: AuditEntry,
): Promise<void> {
  await database.batch([
    database
      .delete(templateVersions)
      .where(and(eq(templateVersions.workspaceId, workspaceId), eq(templateVersions.templateId, templateId))),
    database
      .delete(templates)
      .where(and(eq(templates.workspaceId, workspaceId), eq(templates.id, templateId))),
    auditStatement(database, entry),
  ]);
}

export const isNameTaken = (error: unknown): boolean => isTaken(error, 'templates.workspace_id');

/** Whether a write failed because the unique index that starts with this column has the value. */
function isTaken(error: unknown, column: string): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && cause.message.includes(`UNIQUE constraint failed: ${column}`);
}
