import { InvalidDataSchema, dereferenceSchema } from '../../compose/data-schema/index.ts';
import type { TemplateSettings } from '../../schema/api/pdf-options.ts';
import type { CreateTemplate, DataSchema, UpdateTemplate } from '../../schema/api/templates.ts';
import { newId } from '../../schema/ids.ts';
import { ApiError, invalidRequest } from '../api-error.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import type { Ctx } from '../ctx.ts';
import { sha256Hex } from '../sha256.ts';
import { contentKey, templatePrefix } from '../storage/keys.ts';
import { namesTag } from '../etag.ts';
import { checkContent } from './check-content.ts';
import { getLatestVersion, withContent } from './get-template.ts';
import { readTemplate } from './describe-template.ts';
import { insertTemplate, insertVersion, isNameTaken, type VersionRow } from './queries.ts';
import { templateTag } from './template-tag.ts';

interface Draft {
  readonly content: string;
  readonly settings: TemplateSettings;
  readonly dataSchema: DataSchema | null;
}

/** @throws {ApiError} `TEMPLATE_NAME_TAKEN`, `VALIDATION_ERROR`; {TemplateError | InvalidComposition} */
export async function createTemplate(ctx: Ctx, input: CreateTemplate): Promise<string> {
  const { services, workspace, ledger } = ctx;
  const id = newId('tpl');
  const { content, settings = {}, dataSchema = null, publish = true, name } = input;
  const version = await storeVersion(ctx, id, { content, settings, dataSchema }, publish);
  const { createdAt } = version;
  const template = { id, workspaceId: workspace.id, name, createdAt, updatedAt: createdAt };
  const entry = auditEntry(ctx, 'template.created', id, { name });
  try {
    await requireFreeName(insertTemplate(services.database, template, { ...version, version: 1 }, entry));
  } catch (error) {
    // This error means that nothing was inserted. After another error, the template may exist.
    if (error instanceof ApiError) await services.templateStore.deleteUnder(templatePrefix(workspace.id, id));
    throw error;
  }
  await ledger.noteChanged('templates');
  return id;
}

type TemplateChange = UpdateTemplate & { readonly templateId: string };

/**
 * Missing fields keep their values. A parallel save loses nothing: the second one starts from what the first one saved.
 *
 * @param input `ifMatch` names the `ETag` that the template must have
 * @throws what `createTemplate` throws, `TEMPLATE_NOT_FOUND` and `TEMPLATE_CHANGED`
 */
export async function updateTemplate(
  ctx: Ctx,
  { ifMatch, ...input }: TemplateChange & { readonly ifMatch?: string | undefined },
): Promise<void> {
  const expected = ifMatch === undefined ? null : await requireTag(ctx, input.templateId, ifMatch);
  while (!(await saveNextVersion(ctx, input, expected))) {
    if (expected !== null) throw new ApiError('TEMPLATE_CHANGED');
  }
  await ctx.ledger.noteChanged('templates');
}

/** Returns the version that has the tag. */
async function requireTag(ctx: Ctx, templateId: string, ifMatch: string): Promise<number> {
  const template = await readTemplate(ctx, templateId);
  if (!namesTag(ifMatch, await templateTag(template))) throw new ApiError('TEMPLATE_CHANGED');
  return template.version;
}

/** False if the newest version is not the expected one, or if another save was faster. */
async function saveNextVersion(
  ctx: Ctx,
  { templateId, ...input }: TemplateChange,
  expected: number | null,
): Promise<boolean> {
  const latest = await getLatestVersion(ctx, templateId);
  const number = latest.version.version;
  if (expected !== null && number !== expected) return false;
  const before = await withContent(ctx, latest);
  const name = input.name ?? latest.template.name;
  const draft = {
    content: input.content ?? before.content,
    settings: input.settings ?? before.settings,
    dataSchema: input.dataSchema === undefined ? before.dataSchema : input.dataSchema,
  };
  const stored = await storeVersion(ctx, templateId, draft, input.publish ?? true);
  const template = { ...latest.template, name, updatedAt: stored.createdAt };
  const entry = auditEntry(ctx, 'template.changed', templateId, { name });
  const version = { ...stored, version: number + 1 };
  return requireFreeName(insertVersion(ctx.services.database, template, version, entry));
}

/** The content goes first, so every row has its content. */
async function storeVersion(
  { services, workspace }: Ctx,
  templateId: string,
  { content, settings, dataSchema }: Draft,
  publish: boolean,
): Promise<Omit<VersionRow, 'version'>> {
  const bytes = new TextEncoder().encode(content);
  checkContent({ content, settings }, workspace.plan);
  const checkedSchema = dataSchema && checkDataSchema(dataSchema);
  const contentHash = await sha256Hex(content);
  const key = contentKey(workspace.id, templateId, contentHash);
  await services.templateStore.put(key, bytes, bytes.length, { contentType: 'text/html; charset=utf-8' });
  const now = new Date(services.now()).toISOString();
  return {
    templateId,
    workspaceId: workspace.id,
    contentHash,
    contentBytes: bytes.length,
    settings,
    dataSchema: checkedSchema,
    createdAt: now,
    publishedAt: publish ? now : null,
  };
}

function checkDataSchema(dataSchema: DataSchema): DataSchema {
  try {
    return dereferenceSchema(dataSchema);
  } catch (error) {
    if (error instanceof InvalidDataSchema) throw invalidRequest([`dataSchema${error.message}`]);
    throw error;
  }
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
