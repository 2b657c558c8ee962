import type { CreateTemplate, UpdateTemplate } from '../../../schema/api/templates.ts';
import { newId } from '../../../schema/ids.ts';
import { PLANS } from '../../../schema/plans.ts';
import { ApiError } from '../../lib/api-error.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import type { Ctx } from '../../ctx.ts';
import { namesTag } from '../../lib/etag.ts';
import { sha256Hex } from '../../lib/sha256.ts';
import { templatePrefix } from '../../adapters/r2/keys.ts';
import { getWorkspace } from '../workspaces/get-workspace.ts';
import { checkParts } from './check-parts.ts';
import { describeVersion } from './describe-template.ts';
import { getLatestVersion, type Template, withContent } from './get-template.ts';
import { insertTemplate, isNameTaken, type TemplateVersion } from '../../adapters/d1/templates.ts';
import { changeNote, readNote } from './version-note.ts';
import { retried } from './retried.ts';
import { templateTag } from './template-tag.ts';
import { deleteParts, storeParts, type VersionParts } from './versions/objects.ts';
import { changeTemplateRow, insertVersion, type VersionRow } from '../../adapters/d1/template-versions.ts';

/**
 * @throws {ApiError} `TEMPLATE_NAME_TAKEN`, `TEMPLATE_LIMIT_REACHED`, `WORKSPACE_NOT_FOUND`, `VALIDATION_ERROR`;
 *   {TemplateError | InvalidComposition}
 */
export async function createTemplate(ctx: Ctx, input: CreateTemplate): Promise<string> {
  const { services, workspace, ledger } = ctx;
  const id = newId('tpl');
  const { content, settings = {}, dataSchema = null, publish = true, name, note } = input;
  const parts = checkParts({ content, settings, dataSchema }, input, workspace.plan);
  const version = { ...(await storeVersion(ctx, id, parts, { publish, note })), version: 1 };
  const { createdAt } = version;
  const publishedVersion = publish ? 1 : null;
  const dates = { createdAt, updatedAt: createdAt };
  const template = { id, workspaceId: workspace.id, name, publishedVersion, revision: 0, ...dates };
  const entry = auditEntry(ctx, 'template.created', id, { name });
  const { maxTemplates } = PLANS[workspace.plan];
  try {
    const insertion = insertTemplate(services.database, template, version, maxTemplates, entry);
    if (!(await requireFreeName(insertion))) throw await explainRefusal(ctx, maxTemplates);
  } catch (error) {
    // This error means that nothing was inserted. After another error, the template may exist.
    if (error instanceof ApiError) await services.templateStore.deleteUnder(templatePrefix(workspace.id, id));
    throw error;
  }
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
  const { content, settings, dataSchema, note } = change;
  const draft = {
    content: content ?? before.content,
    settings: settings ?? before.settings,
    dataSchema: dataSchema === undefined ? before.dataSchema : dataSchema,
  };
  const name = change.name ?? before.name;
  const isVersion = [content, settings, dataSchema].some((part) => part !== undefined);
  const parts = isVersion ? checkParts(draft, change, ctx.workspace.plan) : draft;
  const publish = change.publish ?? isVersion;
  return isSame(parts, before)
    ? saveWithoutVersion(ctx, latest, { name, publish, note })
    : saveVersion(ctx, latest, { name, publish, note, parts });
}

const isSame = (one: VersionParts, other: Template): boolean =>
  one.content === other.content &&
  JSON.stringify([one.settings, one.dataSchema]) === JSON.stringify([other.settings, other.dataSchema]);

interface VersionTerms {
  readonly publish: boolean;
  readonly note?: string | undefined;
}

interface Naming extends VersionTerms {
  readonly name: string;
}

/** A change that leaves the parts of the newest version as they are: a new name or note, its publication, or nothing. */
async function saveWithoutVersion(
  ctx: Ctx,
  { template, version }: TemplateVersion,
  { name, publish, note: written }: Naming,
): Promise<boolean> {
  const publishedVersion = publish ? version.version : template.publishedVersion;
  const note = changeNote(version, written);
  const isChanged = name !== template.name || note !== null;
  if (!isChanged && publishedVersion === template.publishedVersion) return true;
  const entry = isChanged
    ? auditEntry(ctx, 'template.changed', template.id, { name })
    : auditEntry(ctx, 'template.published', template.id, { name, version: version.version });
  const updatedAt = isChanged ? entry.at : template.updatedAt;
  const change = { template, name, publishedVersion, note, updatedAt, entry };
  return requireFreeName(changeTemplateRow(ctx.services.database, change));
}

async function saveVersion(
  ctx: Ctx,
  { template, version: latest }: TemplateVersion,
  { name, parts, ...terms }: Naming & { readonly parts: VersionParts },
): Promise<boolean> {
  const { database } = ctx.services;
  const stored = await storeVersion(ctx, template.id, parts, terms);
  const { maxVersions } = PLANS[ctx.workspace.plan];
  const version = { ...stored, version: latest.version + 1 };
  const entry = auditEntry(ctx, 'template.changed', template.id, { name });
  const insertion = { template, name, version, maxVersions, entry };
  const pruned = await requireFreeName(insertVersion(database, insertion)).catch(async (error: unknown) => {
    // As in `createTemplate`: after another error, the version may exist.
    if (error instanceof ApiError) await deleteParts(ctx, template.id, [stored.objectId]);
    throw error;
  });
  if (pruned === null) {
    await deleteParts(ctx, template.id, [stored.objectId]);
    return requireRoom(ctx, template);
  }
  await deleteParts(ctx, template.id, pruned);
  return true;
}

/** If the template has not changed, it had no room for the version. @throws {ApiError} `VERSION_LIMIT_REACHED` */
async function requireRoom(ctx: Ctx, template: TemplateVersion['template']): Promise<false> {
  const now = await getLatestVersion(ctx, template.id);
  if (now.template.revision !== template.revision) return false;
  const { plan } = ctx.workspace;
  throw new ApiError('VERSION_LIMIT_REACHED', { values: { plan, limit: String(PLANS[plan].maxVersions) } });
}

type StoredVersion = Omit<VersionRow, 'version'> & { readonly objectId: string };

async function storeVersion(
  ctx: Ctx,
  templateId: string,
  parts: VersionParts,
  { publish, note }: VersionTerms,
): Promise<StoredVersion> {
  const [contentHash, stored] = await Promise.all([
    sha256Hex(parts.content),
    storeParts(ctx, templateId, parts),
  ]);
  const now = new Date(ctx.services.now()).toISOString();
  const publishedAt = publish ? now : null;
  const inObject = { settings: {}, dataSchema: null };
  return {
    templateId,
    workspaceId: ctx.workspace.id,
    contentHash,
    ...stored,
    ...inObject,
    createdAt: now,
    publishedAt,
    note: readNote(note),
  };
}

/** The table's constraint decides, so two requests at the same time cannot both take a name. */
async function requireFreeName<Result>(insertion: Promise<Result>): Promise<Result> {
  try {
    return await insertion;
  } catch (error) {
    if (!isNameTaken(error)) throw error;
    throw new ApiError('TEMPLATE_NAME_TAKEN');
  }
}
