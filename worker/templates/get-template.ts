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
  readonly readAt: number;
  readonly template: Template;
  isRefreshed?: boolean;
}

/** 100 templates of this size take at most 26 MB of an isolate's 128 MB. */
const CACHED_MAX_CHARACTERS = 128_000;

/** If the ledger missed a change, the change takes effect after this time. */
const CACHED_MS = 60_000;

/** A template that is used after this time is read again while it prints. So later requests do not wait for D1. */
const REFRESHED_MS = 30_000;

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
  const readAt = ctx.services.now();
  if (cached?.version === version && readAt < cached.readAt + CACHED_MS) {
    if (readAt >= cached.readAt + REFRESHED_MS)
      await inBackground(refresh(ctx, { name, reference, readAt, cached }));
    return cached.template;
  }
  const found = await getPublishedVersion(ctx, reference);
  await memory.loadTemplate(found.version.contentBytes);
  const template = await withContent(ctx, found);
  keep(name, { version, readAt, template });
  return template;
}

function keep(name: string, entry: CachedTemplate): void {
  if (countCharacters(entry.template) <= CACHED_MAX_CHARACTERS) cache.set(name, entry);
}

/** Node also imports this file, for the types of the API, and has no such module. */
async function inBackground(work: Promise<void>): Promise<void> {
  const { waitUntil } = await import('cloudflare:workers');
  waitUntil(work);
}

interface Refresh {
  readonly name: string;
  readonly reference: string;
  readonly readAt: number;
  readonly cached: CachedTemplate;
}

/** If it fails, the template is read again when its time ends. */
async function refresh(ctx: Ctx, { name, reference, readAt, cached }: Refresh): Promise<void> {
  if (cached.isRefreshed === true) return;
  cached.isRefreshed = true;
  try {
    const found = await getPublishedVersion(ctx, reference);
    // No request has memory for a larger one.
    if (found.version.contentBytes > CACHED_MAX_CHARACTERS) return;
    const template = await withContent(ctx, found);
    // The template may have changed meanwhile.
    if (cache.peek(name) === cached) keep(name, { version: cached.version, readAt, template });
  } catch {
    // The next request that reads it reports it.
  }
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
