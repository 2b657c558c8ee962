import { and, eq } from 'drizzle-orm';
import { templates } from '../../schema/tables/templates.ts';
import type { Database } from '../database.ts';

export type TemplateRecord = typeof templates.$inferSelect;

export async function findTemplateRow(
  database: Database,
  workspaceId: string,
  templateId: string,
): Promise<TemplateRecord | null> {
  const [row] = await database
    .select()
    .from(templates)
    .where(and(eq(templates.workspaceId, workspaceId), eq(templates.id, templateId)));
  return row ?? null;
}

/** Inserts the template, or gives the one of that name the new content and settings. Returns what holds. */
export async function upsertTemplate(database: Database, template: TemplateRecord): Promise<TemplateRecord> {
  const { contentHash, contentBytes, settings, updatedAt } = template;
  const [row] = await database
    .insert(templates)
    .values(template)
    .onConflictDoUpdate({
      target: [templates.workspaceId, templates.name],
      set: { contentHash, contentBytes, settings, updatedAt },
    })
    .returning();
  return row ?? template;
}
