import { and, desc, eq, getTableColumns, lt, or, sql } from 'drizzle-orm';
import { templates, templateVersions } from '../../../schema/tables/templates.ts';
import { workspaces } from '../../../schema/tables/workspaces.ts';
import { type AuditEntry, auditStatement, auditStatementIf } from './audit.ts';
import { contains, type Database, databaseMessage, isOneOf } from './database.ts';
import { pinsExist } from './shared-parts.ts';
import type { VersionChoice } from './template-reference.ts';
import { type TemplateRow, type VersionRow, versionStatement } from './template-versions.ts';

/** Only the dashboard needs sample data. */
const { sampleData, ...templateColumns } = getTableColumns(templates);

export { templateColumns };

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
  if (choice === 'published') return eq(templateVersions.version, templates.publishedVersion);
  return eq(templateVersions.version, choice);
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

export const countTemplates = (database: Database, workspaceId: string): Promise<number> =>
  database.$count(templates, eq(templates.workspaceId, workspaceId));

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

/** The sample data is in R2. Rows from before that have it in a column. */
export async function clearSampleData(
  database: Database,
  workspaceId: string,
  templateId: string,
): Promise<void> {
  await database.update(templates).set({ sampleData: null }).where(isTemplate(workspaceId, templateId));
}

/** One statement counts and inserts, so the limit also holds for parallel requests. False if nothing was inserted. */
export async function insertTemplate(
  database: Database,
  template: TemplateRow,
  version: VersionRow,
  maxTemplates: number,
  entry: AuditEntry,
): Promise<boolean> {
  const { id, workspaceId, name, createdAt, updatedAt, publishedVersion } = template;
  const insertion = database.insert(templates).select(sql`
    SELECT ${id}, ${workspaceId}, ${name}, ${createdAt}, ${updatedAt}, ${publishedVersion}, 0, NULL
    WHERE EXISTS (SELECT 1 FROM ${workspaces} WHERE id = ${workspaceId})
      AND (SELECT COUNT(*) FROM ${templates} WHERE workspace_id = ${workspaceId}) < ${maxTemplates}
      AND ${pinsExist(version.pins)}`);
  const exists = sql`EXISTS (SELECT 1 FROM ${templates} WHERE id = ${id})`;
  const [inserted] = await database.batch([
    insertion,
    versionStatement(database, version, exists),
    auditStatementIf(database, exists, entry),
  ]);
  return inserted.meta.changes === 1;
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

/** Whether a write failed because another template of the workspace has the name. */
export const isNameTaken = (error: unknown): boolean =>
  databaseMessage(error).includes('UNIQUE constraint failed: templates.workspace_id');
