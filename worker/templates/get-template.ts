import { LRUCache } from 'lru-cache';
import { ApiError } from '../api-error.ts';
import type { Ctx } from '../ctx.ts';
import type { RequestMemory } from '../memory/request-memory.ts';
import { findTemplateVersion, type TemplateVersion } from './queries.ts';
import { readReference, type TemplateReference, type VersionChoice } from './reference.ts';
import { readParts, type VersionParts } from './versions/objects.ts';

export interface Template extends VersionParts {
  readonly id: string;
  readonly name: string;
}

interface CachedTemplate {
  readonly version: number;
  /** Epoch milliseconds. */
  readonly until: number;
  readonly template: Template;
}

/** 100 templates of this size take at most 26 MB of an isolate's 128 MB. */
const CACHED_MAX_CHARACTERS = 128_000;

/** If the ledger missed a change, the change takes effect after this time. */
const CACHED_MS = 60_000;

/** By workspace and reference, so two workspaces never share an entry. */
const cache = new LRUCache<string, CachedTemplate>({ max: 100 });

/**
 * The admission returned `version`, so cached templates are exact. `tpl_…` is the published version.
 * @throws {ApiError} `SERVICE_BUSY`; `TEMPLATE_NOT_FOUND`, also for drafts and other workspaces' templates (contract 10.5)
 */
export async function getTemplate(
  ctx: Ctx,
  { reference, version, memory }: { reference: string; version: number; memory: RequestMemory },
): Promise<Template> {
  const name = `${ctx.workspace.id} ${reference}`;
  const cached = cache.get(name);
  const now = ctx.services.now();
  if (cached !== undefined && cached.version === version && now < cached.until) return cached.template;
  const found = await getPublishedVersion(ctx, reference);
  await memory.loadTemplate(found.version.contentBytes);
  const template = await withContent(ctx, found);
  if (countCharacters(template) <= CACHED_MAX_CHARACTERS) {
    cache.set(name, { version, until: now + CACHED_MS, template });
  }
  return template;
}

/** @throws {ApiError} `TEMPLATE_NOT_FOUND`, also for drafts */
export async function getPublishedVersion(ctx: Ctx, reference: string): Promise<TemplateVersion> {
  const found = await getTemplateVersion(ctx, { text: reference, unversioned: 'published' });
  if (found.version.publishedAt === null) throw new ApiError('TEMPLATE_NOT_FOUND');
  return found;
}

const countCharacters = ({ content, settings, dataSchema }: Template): number =>
  content.length + JSON.stringify([settings, dataSchema]).length;

/** `unversioned` is the version of an id without a number. @throws {ApiError} `TEMPLATE_NOT_FOUND` */
export async function getTemplateVersion(
  ctx: Ctx,
  { text, unversioned }: { text: string; unversioned: VersionChoice },
): Promise<TemplateVersion> {
  const reference = readReference(text, unversioned);
  if (reference === null) throw new ApiError('TEMPLATE_NOT_FOUND');
  return findVersion(ctx, reference);
}

/** No `tpl_…@3` here: a change is for the whole template. @throws {ApiError} `TEMPLATE_NOT_FOUND` */
export const getLatestVersion = (ctx: Ctx, templateId: string): Promise<TemplateVersion> =>
  findVersion(ctx, { templateId, version: 'latest' });

async function findVersion(
  { services, workspace }: Ctx,
  { templateId, version }: TemplateReference,
): Promise<TemplateVersion> {
  const found = await findTemplateVersion(services.database, workspace.id, templateId, version);
  if (found === null) throw new ApiError('TEMPLATE_NOT_FOUND');
  return found;
}

export async function withContent(ctx: Ctx, { template, version }: TemplateVersion): Promise<Template> {
  return { id: template.id, name: template.name, ...(await readParts(ctx, version)) };
}
