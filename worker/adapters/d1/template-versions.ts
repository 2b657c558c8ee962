import { and, desc, eq, lt, max } from 'drizzle-orm';
import { type templates, templateVersions } from '../../../schema/tables/templates.ts';
import { type Database, isOneOf } from './database.ts';

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
