import { PLANS } from '../../../schema/plans.ts';
import { isNameTaken, type TemplateVersion } from '../../adapters/d1/templates.ts';
import { doPinsExist } from '../../adapters/d1/shared-parts.ts';
import { insertVersion, type VersionRow } from '../../adapters/d1/template-versions.ts';
import type { Ctx } from '../../ctx.ts';
import { ApiError } from '../../lib/api-error.ts';
import { sha256Hex } from '../../lib/sha256.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import type { CheckedParts } from './check-parts.ts';
import { getLatestVersion } from './get-template.ts';
import { readNote } from './version-note.ts';
import { deleteParts, storeParts } from './versions/objects.ts';

export interface VersionTerms {
  readonly publish: boolean;
  readonly note?: string | undefined;
}

export interface Naming extends VersionTerms {
  readonly name: string;
}

/**
 * Saves a version of a template, and publishes it if the terms say so.
 *
 * @returns false if the template was changed since `latest` was read, or a part was deleted
 * @throws {ApiError} `VERSION_LIMIT_REACHED`, `TEMPLATE_NAME_TAKEN`
 */
export async function saveVersion(
  ctx: Ctx,
  { template, version: latest }: TemplateVersion,
  { name, parts, pins, ...terms }: Naming & CheckedParts,
): Promise<boolean> {
  const { database } = ctx.services;
  const stored = await storeVersion(ctx, template.id, { parts, pins }, terms);
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
    return requireRoom(ctx, template, pins);
  }
  await deleteParts(ctx, template.id, pruned);
  return true;
}

/** If nothing has changed, the template had no room for the version. @throws {ApiError} `VERSION_LIMIT_REACHED` */
async function requireRoom(
  ctx: Ctx,
  template: TemplateVersion['template'],
  pins: CheckedParts['pins'],
): Promise<false> {
  const now = await getLatestVersion(ctx, template.id);
  if (now.template.revision !== template.revision) return false;
  if (!(await doPinsExist(ctx.services.database, pins))) return false;
  const { plan } = ctx.workspace;
  throw new ApiError('VERSION_LIMIT_REACHED', { values: { plan, limit: String(PLANS[plan].maxVersions) } });
}

type StoredVersion = Omit<VersionRow, 'version'> & { readonly objectId: string };

export async function storeVersion(
  ctx: Ctx,
  templateId: string,
  { parts, pins }: CheckedParts,
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
    pins,
  };
}

/** The table's constraint decides, so two requests at the same time cannot both take a name. */
export async function requireFreeName<Result>(insertion: Promise<Result>): Promise<Result> {
  try {
    return await insertion;
  } catch (error) {
    if (!isNameTaken(error)) throw error;
    throw new ApiError('TEMPLATE_NAME_TAKEN');
  }
}
