import type { TemplateSettings } from '../../../../schema/api/pdf-options.ts';
import type { DataSchema } from '../../../../schema/api/templates.ts';
import type { Translations } from '../../../../schema/api/translations.ts';
import type { Ctx } from '../../../ctx.ts';
import { sharedContentKey, versionKeys } from '../../../adapters/r2/keys.ts';
import type { VersionRow } from '../../../adapters/d1/template-versions.ts';

/** R2 has these fields of a version. */
export interface VersionFields {
  readonly content: string;
  readonly settings: TemplateSettings;
  readonly dataSchema: DataSchema | null;
  readonly translations: Translations | null;
}

export async function storeVersion(
  { services, workspace }: Ctx,
  { templateId, objectId }: { readonly templateId: string; readonly objectId: string },
  { content, ...others }: VersionFields,
): Promise<void> {
  const keys = versionKeys(workspace.id, templateId, objectId);
  const encoder = new TextEncoder();
  const [bytes, json] = [encoder.encode(content), encoder.encode(JSON.stringify(others))];
  const store = services.templateStore;
  await Promise.all([
    store.put(keys.content, bytes, bytes.length, { contentType: 'text/html; charset=utf-8' }),
    store.put(keys.settings, json, json.length, { contentType: 'application/json' }),
  ]);
}

export async function readFields(ctx: Ctx, version: VersionRow): Promise<VersionFields> {
  const { workspaceId, templateId, objectId, contentHash } = version;
  const key =
    objectId === null
      ? sharedContentKey(workspaceId, templateId, contentHash)
      : versionKeys(workspaceId, templateId, objectId).content;
  const [content, others] = await Promise.all([readObject(ctx, key), readOtherFields(ctx, version)]);
  return { content, ...others };
}

/** Returns what a version has besides its content. */
export async function readOtherFields(
  ctx: Ctx,
  version: VersionRow,
): Promise<Omit<VersionFields, 'content'>> {
  const { workspaceId, templateId, objectId, settings, dataSchema } = version;
  if (objectId === null) return { settings, dataSchema, translations: null };
  const json = await readObject(ctx, versionKeys(workspaceId, templateId, objectId).settings);
  return { translations: null, ...JSON.parse(json) };
}

export async function readSettings(ctx: Ctx, version: VersionRow): Promise<TemplateSettings> {
  const { workspaceId, templateId, objectId } = version;
  if (objectId === null) return version.settings;
  const json = await readObject(ctx, versionKeys(workspaceId, templateId, objectId).settings);
  const { settings }: Pick<VersionFields, 'settings'> = JSON.parse(json);
  return settings;
}

async function readObject({ services }: Ctx, key: string): Promise<string> {
  const object = await services.templateStore.get(key);
  if (object === null) throw new Error(`A field of a template is missing from R2: ${key}`);
  return new Response(object.body).text();
}
