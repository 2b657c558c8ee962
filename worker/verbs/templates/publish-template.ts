import { auditEntry } from '../audit/audit-entry.ts';
import type { Ctx } from '../../ctx.ts';
import { getTemplateVersion } from './get-template.ts';
import { retried } from './retried.ts';
import { changeTemplateRow } from '../../adapters/d1/template-versions.ts';

/** Any version can be published, also an older one. @throws {ApiError} `TEMPLATE_NOT_FOUND` */
export async function publishTemplate(
  ctx: Ctx,
  { templateId, version }: { templateId: string; version: number },
): Promise<void> {
  const reference = { text: `${templateId}@${version}`, unversioned: version };
  await retried(async () => {
    const { template } = await getTemplateVersion(ctx, reference);
    if (template.publishedVersion === version) return true;
    const { name, updatedAt } = template;
    const entry = auditEntry(ctx, 'template.published', templateId, { name, version });
    const change = { template, name, publishedVersion: version, updatedAt, entry };
    return changeTemplateRow(ctx.services.database, change);
  });
  await ctx.ledger.noteChanged('templates');
}
