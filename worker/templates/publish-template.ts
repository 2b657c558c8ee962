import { auditEntry } from '../audit/audit-entry.ts';
import type { Ctx } from '../ctx.ts';
import { getTemplateVersion } from './get-template.ts';
import { markPublished } from './queries.ts';

/** Nothing changes if the version is published already. @throws {ApiError} `TEMPLATE_NOT_FOUND` */
export async function publishTemplate(
  ctx: Ctx,
  { templateId, version }: { templateId: string; version: number },
): Promise<void> {
  const reference = { text: `${templateId}@${version}`, unversioned: version };
  const found = await getTemplateVersion(ctx, reference);
  const entry = auditEntry(ctx, 'template.published', templateId, { name: found.template.name, version });
  await markPublished(ctx.services.database, found.version, entry.at, entry);
  await ctx.ledger.noteChanged('templates');
}
