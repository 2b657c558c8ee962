import { and, desc, eq, getTableColumns, lt, or, sql } from 'drizzle-orm';
import { templates, templateVersions } from '../../../schema/tables/templates.ts';
import { type AuditEntry, auditStatement } from './audit.ts';
import { contains, type Database, isOneOf } from './database.ts';
import type { VersionChoice } from './template-reference.ts';
import type { TemplateRow, VersionRow } from './template-versions.ts';

/** Only the dashboard needs sample data. */
const { sampleData, ...templateColumns } = getTableColumns(templates);

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

/** The newest versions of the templates that have one of these ids or names. */
export function findPushedTemplates(
  database: Database,
  workspaceId: string,
  ids: readonly string[],
  names: readonly string[],
): Promise<TemplateVersion[]> {
  const newest = sql`(SELECT MAX(v.version) FROM ${templateVersions} AS v WHERE v.template_id = ${templates.id})`;
  return database
    .select({ template: templateColumns, version: templateVersions })
    .from(templates)
    .innerJoin(
      templateVersions,
      and(eq(templateVersions.templateId, templates.id), eq(templateVersions.version, newest)),
    )
    .where(
      and(
        eq(templates.workspaceId, workspaceId),
        or(isOneOf(templates.id, ids), isOneOf(templates.name, names)),
      ),
    );
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
