import type { PublishTemplate } from '../../../schema/api/templates.ts';
import type { TemplateVersion } from '../../adapters/d1/templates.ts';
import type { Ctx } from '../../ctx.ts';
import type { TemplateChange } from '../write/plan-template.ts';
import { saveOne } from '../write/save-one.ts';
import { type CheckedVersion, checkFields } from './check-fields.ts';
import { getLatestVersion, getTemplateVersion, withContent } from './get-template.ts';
import { samePins } from './pins/resolve-components.ts';

/**
 * Any version can be published, also an older one. At its first publication, a draft gets the components of the day. With `current`
 * components, a published version is saved again if components that it uses have changed since.
 *
 * @returns the version that is published now
 * @throws {ApiError} `TEMPLATE_NOT_FOUND`, `TEMPLATE_CHANGED`, `VERSION_LIMIT_REACHED`; {TemplateError | InvalidComposition}
 */
export async function publishTemplate(
  ctx: Ctx,
  { templateId, ...terms }: PublishTemplate & { readonly templateId: string },
): Promise<number> {
  const saved = await saveOne(ctx, () => planPublication(ctx, templateId, terms));
  return saved?.row.publishedVersion ?? terms.version;
}

async function planPublication(
  ctx: Ctx,
  templateId: string,
  { version, note, parts = 'pinned' }: PublishTemplate,
): Promise<TemplateChange> {
  const before = await getTemplateVersion(ctx, { text: `${templateId}@${version}`, unversioned: version });
  const { name } = before.template;
  const isFirst = before.version.publishedAt === null;
  const kept = { publish: true, note };
  if (!isFirst && parts === 'pinned') return { before, name, kept };
  const checked = await checkAgain(ctx, before);
  if (samePins(checked.pins, before.version.pins)) return { before, name, kept };
  if (isFirst) return { before, name, kept: { ...kept, pins: checked.pins } };
  const latest = await getLatestVersion(ctx, templateId);
  return { before: latest, name: latest.template.name, next: { ...checked, publish: true, note } };
}

async function checkAgain(ctx: Ctx, found: TemplateVersion): Promise<CheckedVersion> {
  const { id: _id, name, pins: _pins, ...fields } = await withContent(ctx, found);
  return checkFields(ctx, { name, fields, given: {} });
}
