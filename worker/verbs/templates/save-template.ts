import type { CreateTemplate, UpdateTemplate } from '../../../schema/api/templates.ts';
import { findTemplateByName, type TemplateVersion } from '../../adapters/d1/templates.ts';
import type { Ctx } from '../../ctx.ts';
import { ApiError } from '../../lib/api-error.ts';
import { namesTag } from '../../lib/etag.ts';
import type { TemplateChange } from '../write/plan-template.ts';
import { saveOne } from '../write/save-one.ts';
import { checkFields } from './check-fields.ts';
import { describeVersion } from './describe-template.ts';
import { getLatestVersion, type Template, withContent } from './get-template.ts';
import { samePins } from './pins/resolve-components.ts';
import { templateTag } from './template-tag.ts';
import type { VersionFields } from './versions/objects.ts';

/**
 * @throws {ApiError} `TEMPLATE_NAME_TAKEN`, `TEMPLATE_LIMIT_REACHED`, `WORKSPACE_NOT_FOUND`, `VALIDATION_ERROR`;
 *   {TemplateError | InvalidComposition}
 */
export async function createTemplate(ctx: Ctx, input: CreateTemplate): Promise<string> {
  const { content, settings = {}, dataSchema = null, translations = null } = input;
  const { publish = true, name, note } = input;
  const draft = { name, fields: { content, settings, dataSchema, translations }, given: input };
  const saved = await saveOne(ctx, async () => {
    await requireFreeName(ctx, name);
    return { before: null, name, next: { ...(await checkFields(ctx, draft)), publish, note } };
  });
  if (saved === null) throw new Error('A new template was not saved');
  return saved.row.id;
}

/** A parallel save can take the name later. Then the change is planned again, and finds that out. */
async function requireFreeName({ services, workspace }: Ctx, name: string): Promise<void> {
  const other = await findTemplateByName(services.database, workspace.id, name);
  if (other !== null) throw new ApiError('TEMPLATE_NAME_TAKEN');
}

type SavedChange = UpdateTemplate & { readonly templateId: string };

/**
 * Missing fields keep their values. A parallel save loses nothing: the second one starts from what the first one saved.
 *
 * @param input `ifMatch` names the `ETag` that the template must have
 * @throws what `createTemplate` throws, `TEMPLATE_NOT_FOUND`, `TEMPLATE_CHANGED` and `VERSION_LIMIT_REACHED`
 */
export async function updateTemplate(
  ctx: Ctx,
  { ifMatch, templateId, ...change }: SavedChange & { readonly ifMatch?: string | undefined },
): Promise<void> {
  const expected = ifMatch === undefined ? null : await requireTag(ctx, templateId, ifMatch);
  await saveOne(ctx, async () => {
    const latest = await getLatestVersion(ctx, templateId);
    if (expected !== null && latest.template.revision !== expected) throw new ApiError('TEMPLATE_CHANGED');
    return planUpdate(ctx, latest, change);
  });
}

/** Returns the revision that has the tag. */
async function requireTag(ctx: Ctx, templateId: string, ifMatch: string): Promise<number> {
  const latest = await getLatestVersion(ctx, templateId);
  if (!namesTag(ifMatch, await templateTag(await describeVersion(ctx, latest)))) {
    throw new ApiError('TEMPLATE_CHANGED');
  }
  return latest.template.revision;
}

async function planUpdate(
  ctx: Ctx,
  latest: TemplateVersion,
  change: UpdateTemplate,
): Promise<TemplateChange> {
  const before = await withContent(ctx, latest);
  const { content, settings, dataSchema, translations, note } = change;
  const draft = {
    content: content ?? before.content,
    settings: settings ?? before.settings,
    dataSchema: dataSchema === undefined ? before.dataSchema : dataSchema,
    translations: translations === undefined ? before.translations : translations,
  };
  const name = change.name ?? before.name;
  if (name !== before.name) await requireFreeName(ctx, name);
  const isVersion = [content, settings, dataSchema, translations].some((field) => field !== undefined);
  const publish = change.publish ?? isVersion;
  // A draft gets the components of the day when it is published for the first time.
  const isFirst = publish && latest.version.publishedAt === null;
  const { pins: pinned } = latest.version;
  const checked =
    isVersion || isFirst
      ? await checkFields(ctx, { name, fields: draft, given: change })
      : { fields: draft, pins: pinned };
  const keepsPins = samePins(checked.pins, pinned);
  const planned = { before: latest, name };
  if (!isSame(checked.fields, before) || (isVersion && !keepsPins))
    return { ...planned, next: { ...checked, publish, note } };
  return { ...planned, kept: { publish, note, pins: keepsPins ? pinned : checked.pins } };
}

const isSame = (one: VersionFields, other: Template): boolean =>
  one.content === other.content && toJson(one) === toJson(other);

const toJson = ({ settings, dataSchema, translations }: VersionFields): string =>
  JSON.stringify([settings, dataSchema, translations]);
