import type { TemplateSettings } from '../../../../schema/api/pdf-options.ts';
import type { DataSchema } from '../../../../schema/api/templates.ts';
import type { Translations } from '../../../../schema/api/translations.ts';
import { newId } from '../../../../schema/ids.ts';
import type { Ctx } from '../../../ctx.ts';
import { sharedContentKey, versionKeys } from '../../../adapters/r2/keys.ts';
import type { VersionRow } from '../../../adapters/d1/template-versions.ts';

/** What a version has in R2. */
export interface VersionParts {
  readonly content: string;
  readonly settings: TemplateSettings;
  readonly dataSchema: DataSchema | null;
  readonly translations: Translations | null;
}

export interface StoredParts {
  readonly objectId: string;
  readonly contentBytes: number;
}

/** The objects go first, so every row has its objects. */
export async function storeParts(
  { services, workspace }: Ctx,
  templateId: string,
  { content, ...others }: VersionParts,
): Promise<StoredParts> {
  const objectId = newId('obj');
  const keys = versionKeys(workspace.id, templateId, objectId);
  const encoder = new TextEncoder();
  const [html, json] = [encoder.encode(content), encoder.encode(JSON.stringify(others))];
  const store = services.templateStore;
  await Promise.all([
    store.put(keys.content, html, html.length, { contentType: 'text/html; charset=utf-8' }),
    store.put(keys.settings, json, json.length, { contentType: 'application/json' }),
  ]);
  return { objectId, contentBytes: html.length };
}

export async function readParts(ctx: Ctx, version: VersionRow): Promise<VersionParts> {
  const { workspaceId, templateId, objectId, contentHash } = version;
  const key =
    objectId === null
      ? sharedContentKey(workspaceId, templateId, contentHash)
      : versionKeys(workspaceId, templateId, objectId).content;
  const [content, others] = await Promise.all([readObject(ctx, key), readOtherParts(ctx, version)]);
  return { content, ...others };
}

/** Returns what a version has besides its content. */
export async function readOtherParts(ctx: Ctx, version: VersionRow): Promise<Omit<VersionParts, 'content'>> {
  const { workspaceId, templateId, objectId, settings, dataSchema } = version;
  if (objectId === null) return { settings, dataSchema, translations: null };
  const json = await readObject(ctx, versionKeys(workspaceId, templateId, objectId).settings);
  return { translations: null, ...JSON.parse(json) };
}

export async function readSettings(ctx: Ctx, version: VersionRow): Promise<TemplateSettings> {
  const { workspaceId, templateId, objectId } = version;
  if (objectId === null) return version.settings;
  const json = await readObject(ctx, versionKeys(workspaceId, templateId, objectId).settings);
  const { settings }: Pick<VersionParts, 'settings'> = JSON.parse(json);
  return settings;
}

async function readObject({ services }: Ctx, key: string): Promise<string> {
  const object = await services.templateStore.get(key);
  if (object === null) throw new Error(`A part of a template is missing from R2: ${key}`);
  return new Response(object.body).text();
}

/** For versions that have no row. Never throws: what stays is deleted with the template. */
export async function deleteParts(
  { services, workspace }: Ctx,
  templateId: string,
  objectIds: readonly string[],
): Promise<void> {
  const keys = objectIds.flatMap((id) => Object.values(versionKeys(workspace.id, templateId, id)));
  try {
    await services.templateStore.delete(keys);
  } catch (error) {
    console.error(JSON.stringify({ event: 'versions_not_deleted', templateId, cause: String(error) }));
  }
}
