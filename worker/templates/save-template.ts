import { InvalidDataSchema, writeOutSchema } from '../../compose/data-schema.ts';
import type { TemplateSettings } from '../../schema/api/pdf-options.ts';
import type { CreateTemplate, DataSchema, UpdateTemplate } from '../../schema/api/templates.ts';
import { newId } from '../../schema/ids.ts';
import type { PlanId } from '../../schema/plans.ts';
import { ApiError, invalidRequest } from '../api-error.ts';
import type { Actor } from '../audit/queries.ts';
import type { Services } from '../services.ts';
import { sha256Hex } from '../sha256.ts';
import { contentKey, templatePrefix } from '../storage/keys.ts';
import { checkContent } from './check-content.ts';
import { getLatestVersion, withContent } from './get-template.ts';
import { insertTemplate, insertVersion, isNameTaken } from './queries.ts';

/** Who saves, where, under which limits. */
export interface Author {
  readonly workspaceId: string;
  readonly plan: PlanId;
  readonly actor: Actor;
}

/** What makes a version, checked. */
interface Draft {
  readonly content: string;
  readonly settings: TemplateSettings;
  readonly dataSchema: DataSchema | null;
}

/**
 * Saves a new template. Everything that can be known of it without data fails here, not where it is used.
 *
 * @returns its id
 * @throws {ApiError} `TEMPLATE_NAME_TAKEN`; `VALIDATION_ERROR`: over the HTML limit, a data schema of no use
 * @throws {TemplateError} Handlebars that does not compile
 * @throws {InvalidComposition} settings that leave no page, an unknown locale or time zone
 */
export async function createTemplate(
  services: Services,
  author: Author,
  input: CreateTemplate,
): Promise<string> {
  const id = newId('tpl');
  const version = await storeVersion(
    services,
    author,
    id,
    { content: input.content, settings: input.settings ?? {}, dataSchema: input.dataSchema ?? null },
    input.publish ?? true,
  );
  const template = {
    id,
    workspaceId: author.workspaceId,
    name: input.name,
    createdAt: version.createdAt,
    updatedAt: version.createdAt,
  };
  const entry = {
    ...trail(author, version.createdAt),
    action: 'template.created' as const,
    subject: id,
    detail: { name: input.name },
  };
  try {
    await underFreeName(insertTemplate(services.database, template, { ...version, version: 1 }, entry));
  } catch (error) {
    // A template that there is not has no content. Another failure may be of an answer that did not arrive.
    if (error instanceof ApiError) {
      await services.templateStore.deleteUnder(templatePrefix(author.workspaceId, id));
    }
    throw error;
  }
  await services.ledger(author.workspaceId).noteChanged('templates');
  return id;
}

/**
 * Saves a new version of a template; what the input leaves out is taken from the newest one.
 *
 * @throws what `createTemplate` throws, and `TEMPLATE_NOT_FOUND`
 */
export async function updateTemplate(
  services: Services,
  author: Author,
  templateId: string,
  input: UpdateTemplate,
): Promise<void> {
  const latest = await getLatestVersion(services, author.workspaceId, templateId);
  const before = await withContent(services, latest);
  const name = input.name ?? latest.template.name;
  const draft = {
    content: input.content ?? before.content,
    settings: input.settings ?? before.settings,
    dataSchema: input.dataSchema === undefined ? before.dataSchema : input.dataSchema,
  };
  const version = await storeVersion(services, author, templateId, draft, input.publish ?? true);
  await underFreeName(
    insertVersion(services.database, { ...latest.template, name, updatedAt: version.createdAt }, version, {
      ...trail(author, version.createdAt),
      action: 'template.changed',
      subject: templateId,
      detail: { name },
    }),
  );
  await services.ledger(author.workspaceId).noteChanged('templates');
}

/** Content goes to R2 under its hash before a row names it, so that no row points at nothing. */
async function storeVersion(
  services: Services,
  author: Author,
  templateId: string,
  draft: Draft,
  publish: boolean,
) {
  const bytes = new TextEncoder().encode(draft.content);
  checkContent(draft, author.plan);
  const dataSchema = draft.dataSchema && usableSchema(draft.dataSchema);
  const contentHash = await sha256Hex(draft.content);
  const key = contentKey(author.workspaceId, templateId, contentHash);
  const contentType = 'text/html; charset=utf-8';
  await services.templateStore.put(key, bytes, bytes.length, { contentType });
  const now = new Date(services.now()).toISOString();
  return {
    templateId,
    workspaceId: author.workspaceId,
    contentHash,
    contentBytes: bytes.length,
    settings: draft.settings,
    dataSchema,
    createdAt: now,
    publishedAt: publish ? now : null,
  };
}

function usableSchema(dataSchema: DataSchema): DataSchema {
  try {
    return writeOutSchema(dataSchema);
  } catch (error) {
    if (error instanceof InvalidDataSchema) throw invalidRequest([`dataSchema${error.message}`]);
    throw error;
  }
}

/** The table's own constraint decides, so that two at once cannot both have a name. */
async function underFreeName(insertion: Promise<void>): Promise<void> {
  try {
    await insertion;
  } catch (error) {
    if (!isNameTaken(error)) throw error;
    throw new ApiError('TEMPLATE_NAME_TAKEN', 'Another template of the workspace has this name.');
  }
}

const trail = ({ workspaceId, actor }: Author, at: string) => ({ workspaceId, actor, at });
