import type { CreateTemplate, UpdateTemplate } from '../../../schema/api/templates.ts';
import { newId } from '../../../schema/ids.ts';
import { PLANS } from '../../../schema/plans.ts';
import { doPinsExist } from '../../adapters/d1/shared-parts.ts';
import { changeTemplateRow, type TemplateRowChange } from '../../adapters/d1/template-versions.ts';
import { insertTemplate, type TemplateVersion } from '../../adapters/d1/templates.ts';
import { templatePrefix } from '../../adapters/r2/keys.ts';
import type { Ctx } from '../../ctx.ts';
import { ApiError } from '../../lib/api-error.ts';
import { namesTag } from '../../lib/etag.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import { getWorkspace } from '../workspaces/get-workspace.ts';
import { checkParts } from './check-parts.ts';
import { describeVersion } from './describe-template.ts';
import { getLatestVersion, type Template, withContent } from './get-template.ts';
import { samePins } from './pins/resolve-parts.ts';
import { retried } from './retried.ts';
import { type Naming, requireFreeName, saveVersion, storeVersion } from './save-version.ts';
import { templateTag } from './template-tag.ts';
import { changeNote } from './version-note.ts';
import { deleteParts, type VersionParts } from './versions/objects.ts';

/**
 * @throws {ApiError} `TEMPLATE_NAME_TAKEN`, `TEMPLATE_LIMIT_REACHED`, `WORKSPACE_NOT_FOUND`, `VALIDATION_ERROR`;
 *   {TemplateError | InvalidComposition}
 */
export async function createTemplate(ctx: Ctx, input: CreateTemplate): Promise<string> {
  const { services, workspace, ledger } = ctx;
  const id = newId('tpl');
  const {
    content,
    settings = {},
    dataSchema = null,
    translations = null,
    publish = true,
    name,
    note,
  } = input;
  const draft = { name, parts: { content, settings, dataSchema, translations }, given: input };
  const { maxTemplates } = PLANS[workspace.plan];
  await retried(async () => {
    const checked = await checkParts(ctx, draft);
    const version = { ...(await storeVersion(ctx, id, checked, { publish, note })), version: 1 };
    const { createdAt, objectId } = version;
    const dates = { createdAt, updatedAt: createdAt };
    const publishedVersion = publish ? 1 : null;
    const template = { id, workspaceId: workspace.id, name, publishedVersion, revision: 0, ...dates };
    const entry = auditEntry(ctx, 'template.created', id, { name });
    try {
      const insertion = insertTemplate(services.database, template, version, maxTemplates, entry);
      if (await requireFreeName(insertion)) return true;
      if (await doPinsExist(services.database, checked.pins)) throw await explainRefusal(ctx, maxTemplates);
    } catch (error) {
      // This error means that nothing was inserted. After another error, the template may exist.
      if (error instanceof ApiError)
        await services.templateStore.deleteUnder(templatePrefix(workspace.id, id));
      throw error;
    }
    await deleteParts(ctx, id, [objectId]);
    return false;
  });
  await ledger.noteChanged('templates');
  return id;
}

async function explainRefusal(ctx: Ctx, maxTemplates: number): Promise<ApiError> {
  const { id, plan } = ctx.workspace;
  await getWorkspace(ctx, id);
  return new ApiError('TEMPLATE_LIMIT_REACHED', { values: { plan, limit: String(maxTemplates) } });
}

type TemplateChange = UpdateTemplate & { readonly templateId: string };

/**
 * Missing fields keep their values. A parallel save loses nothing: the second one starts from what the first one saved.
 *
 * @param input `ifMatch` names the `ETag` that the template must have
 * @throws what `createTemplate` throws, `TEMPLATE_NOT_FOUND`, `TEMPLATE_CHANGED` and `VERSION_LIMIT_REACHED`
 */
export async function updateTemplate(
  ctx: Ctx,
  { ifMatch, templateId, ...change }: TemplateChange & { readonly ifMatch?: string | undefined },
): Promise<void> {
  const expected = ifMatch === undefined ? null : await requireTag(ctx, templateId, ifMatch);
  await retried(async () => {
    const latest = await getLatestVersion(ctx, templateId);
    if (expected !== null && latest.template.revision !== expected) throw new ApiError('TEMPLATE_CHANGED');
    return saveChange(ctx, latest, change);
  });
  await ctx.ledger.noteChanged('templates');
}

/** Returns the revision that has the tag. */
async function requireTag(ctx: Ctx, templateId: string, ifMatch: string): Promise<number> {
  const latest = await getLatestVersion(ctx, templateId);
  if (!namesTag(ifMatch, await templateTag(await describeVersion(ctx, latest)))) {
    throw new ApiError('TEMPLATE_CHANGED');
  }
  return latest.template.revision;
}

/** False if the template was changed since `latest` was read. */
async function saveChange(ctx: Ctx, latest: TemplateVersion, change: UpdateTemplate): Promise<boolean> {
  const before = await withContent(ctx, latest);
  const { content, settings, dataSchema, translations, note } = change;
  const draft = {
    content: content ?? before.content,
    settings: settings ?? before.settings,
    dataSchema: dataSchema === undefined ? before.dataSchema : dataSchema,
    translations: translations === undefined ? before.translations : translations,
  };
  const name = change.name ?? before.name;
  const isVersion = [content, settings, dataSchema, translations].some((part) => part !== undefined);
  const publish = change.publish ?? isVersion;
  // A draft gets the parts of the day when it is published for the first time.
  const isFirst = publish && latest.version.publishedAt === null;
  const { pins: pinned } = latest.version;
  const checked =
    isVersion || isFirst
      ? await checkParts(ctx, { name, parts: draft, given: change })
      : { parts: draft, pins: pinned };
  const keepsPins = samePins(checked.pins, pinned);
  const naming = { name, publish, note };
  return isSame(checked.parts, before) && (keepsPins || !isVersion)
    ? saveWithoutVersion(ctx, latest, { ...naming, pins: keepsPins ? undefined : checked.pins })
    : saveVersion(ctx, latest, { ...naming, ...checked });
}

const isSame = (one: VersionParts, other: Template): boolean =>
  one.content === other.content && toJson(one) === toJson(other);

const toJson = ({ settings, dataSchema, translations }: VersionParts): string =>
  JSON.stringify([settings, dataSchema, translations]);

/** A change that leaves the parts of the newest version as they are: a new name or note, its publication, or nothing. */
async function saveWithoutVersion(
  ctx: Ctx,
  { template, version }: TemplateVersion,
  { name, publish, note: written, pins }: Naming & Pick<TemplateRowChange, 'pins'>,
): Promise<boolean> {
  const publishedVersion = publish ? version.version : template.publishedVersion;
  const note = changeNote(version, written);
  const isChanged = name !== template.name || note !== null;
  if (!isChanged && publishedVersion === template.publishedVersion) return true;
  const entry = isChanged
    ? auditEntry(ctx, 'template.changed', template.id, { name })
    : auditEntry(ctx, 'template.published', template.id, { name, version: version.version });
  const updatedAt = isChanged ? entry.at : template.updatedAt;
  const change = { template, name, publishedVersion, note, pins, updatedAt, entry };
  return requireFreeName(changeTemplateRow(ctx.services.database, change));
}
