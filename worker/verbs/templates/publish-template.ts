import type { PublishTemplate } from '../../../schema/api/templates.ts';
import { changeTemplateRow } from '../../adapters/d1/template-versions.ts';
import type { TemplateVersion } from '../../adapters/d1/templates.ts';
import type { Ctx } from '../../ctx.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import { type CheckedParts, checkParts } from './check-parts.ts';
import { getLatestVersion, getTemplateVersion, withContent } from './get-template.ts';
import { samePins } from './pins/resolve-parts.ts';
import { retried } from './retried.ts';
import { saveVersion } from './save-version.ts';
import { changeNote } from './version-note.ts';

/**
 * Any version can be published, also an older one. At its first publication, a draft gets the parts of the day. With `current`
 * parts, a published version is saved again if parts that it uses have changed since.
 *
 * @returns the version that is published now
 * @throws {ApiError} `TEMPLATE_NOT_FOUND`, `TEMPLATE_CHANGED`, `VERSION_LIMIT_REACHED`; {TemplateError | InvalidComposition}
 */
export async function publishTemplate(
  ctx: Ctx,
  { templateId, version, note, parts = 'pinned' }: PublishTemplate & { readonly templateId: string },
): Promise<number> {
  const reference = { text: `${templateId}@${version}`, unversioned: version };
  let published = version;
  await retried(async () => {
    published = version;
    const found = await getTemplateVersion(ctx, reference);
    const isFirst = found.version.publishedAt === null;
    if (!isFirst && parts === 'pinned') return publishVersion(ctx, found, note, undefined);
    const checked = await checkAgain(ctx, found);
    if (samePins(checked.pins, found.version.pins)) return publishVersion(ctx, found, note, undefined);
    if (isFirst) return publishVersion(ctx, found, note, checked.pins);
    const latest = await getLatestVersion(ctx, templateId);
    published = latest.version.version + 1;
    return saveVersion(ctx, latest, { name: latest.template.name, publish: true, note, ...checked });
  });
  await ctx.ledger.noteChanged('templates');
  return published;
}

async function checkAgain(ctx: Ctx, found: TemplateVersion): Promise<CheckedParts> {
  const { id: _id, name, pins: _pins, ...parts } = await withContent(ctx, found);
  return checkParts(ctx, { name, parts, given: {} });
}

/** False if the template was changed since it was read. */
async function publishVersion(
  ctx: Ctx,
  { template, version: row }: TemplateVersion,
  written: string | undefined,
  pins: CheckedParts['pins'] | undefined,
): Promise<boolean> {
  const { id, name, updatedAt } = template;
  const { version } = row;
  const note = changeNote(row, written);
  const isPublished = template.publishedVersion === version;
  if (isPublished && note === null) return true;
  const entry = isPublished
    ? auditEntry(ctx, 'template.changed', id, { name })
    : auditEntry(ctx, 'template.published', id, { name, version });
  const change = { template, name, publishedVersion: version, pins, note, updatedAt, entry };
  return changeTemplateRow(ctx.services.database, change);
}
