import type { PublishTemplate } from '../../../schema/api/templates.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import type { Ctx } from '../../ctx.ts';
import { getTemplateVersion } from './get-template.ts';
import { retried } from './retried.ts';
import { changeNote } from './version-note.ts';
import { changeTemplateRow } from '../../adapters/d1/template-versions.ts';

/** Any version can be published, also an older one. @throws {ApiError} `TEMPLATE_NOT_FOUND` */
export async function publishTemplate(
  ctx: Ctx,
  { templateId, version, note: written }: PublishTemplate & { readonly templateId: string },
): Promise<void> {
  const reference = { text: `${templateId}@${version}`, unversioned: version };
  await retried(async () => {
    const { template, version: row } = await getTemplateVersion(ctx, reference);
    const note = changeNote(row, written);
    const isPublished = template.publishedVersion === version;
    if (isPublished && note === null) return true;
    const { name, updatedAt } = template;
    const entry = isPublished
      ? auditEntry(ctx, 'template.changed', templateId, { name })
      : auditEntry(ctx, 'template.published', templateId, { name, version });
    const change = { template, name, publishedVersion: version, note, updatedAt, entry };
    return changeTemplateRow(ctx.services.database, change);
  });
  await ctx.ledger.noteChanged('templates');
}
