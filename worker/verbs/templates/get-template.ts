import type { PartialContents } from '../../../compose/partials/closure.ts';
import type { Pin } from '../../../schema/api/components.ts';
import type { Ctx } from '../../ctx.ts';
import type { RequestMemory } from '../../lib/memory/request-memory.ts';
import { RefreshedCache } from '../../lib/refreshed-cache.ts';
import { findTemplateVersion, type TemplateVersion } from '../../adapters/d1/templates.ts';
import {
  readReference,
  type TemplateReference,
  type VersionChoice,
} from '../../adapters/d1/template-reference.ts';
import { partialBytes, readPinnedPartials } from './pins/read-pinned.ts';
import { templateNotFound } from './template-not-found.ts';
import { readFields, type VersionFields } from './versions/objects.ts';

export interface Template extends VersionFields {
  readonly id: string;
  readonly name: string;
  readonly pins: readonly Pin[] | null;
}

/** A template with the partials that are needed to print it. */
export interface LoadedTemplate extends Template {
  /** The versions that the template has pinned. */
  readonly partials: PartialContents;
}

/** 100 templates of this size take at most 26 MB of an isolate's 128 MB. */
const CACHED_MAX_CHARACTERS = 128_000;

/** If the ledger missed a change, the change takes effect after this time. */
const CACHED_MS = 60_000;

const cache = new RefreshedCache<LoadedTemplate>({ maxEntries: 100, keptMs: CACHED_MS });

/**
 * The admission returned `version`, so cached templates are exact. `tpl_…` is the published version.
 * @throws {ApiError} `SERVICE_BUSY`; `TEMPLATE_NOT_FOUND`, also for drafts and other workspaces' templates (contract 10.5)
 */
export async function getTemplate(
  ctx: Ctx,
  { reference, version, memory }: { reference: string; version: number; memory: RequestMemory },
): Promise<LoadedTemplate> {
  // The name has the workspace, so two workspaces never share an entry.
  const name = `${ctx.workspace.id} ${version} ${reference}`;
  const now = ctx.services.now();
  const cached = await cache.get(name, now, () => readSmall(ctx, reference));
  if (cached !== null) return cached;
  const found = await getPublishedVersion(ctx, reference);
  await memory.loadTemplate(templateBytes(found));
  const template = await loadTemplate(ctx, found);
  if (isSmall(template)) cache.set(name, template, now);
  return template;
}

/** In the background, where no request holds memory for a larger template. It is null if it is larger. */
async function readSmall(ctx: Ctx, reference: string): Promise<LoadedTemplate | null> {
  const found = await getPublishedVersion(ctx, reference);
  if (templateBytes(found) > CACHED_MAX_CHARACTERS) return null;
  const template = await loadTemplate(ctx, found);
  return isSmall(template) ? template : null;
}

/** @throws {ApiError} `TEMPLATE_NOT_FOUND`, also for drafts */
export async function getPublishedVersion(ctx: Ctx, reference: string): Promise<TemplateVersion> {
  const found = await getTemplateVersion(ctx, { text: reference, unversioned: 'published' });
  if (found.version.publishedAt === null) throw await templateNotFound(ctx, reference);
  return found;
}

const isSmall = ({ content, ...others }: LoadedTemplate): boolean =>
  content.length + JSON.stringify(others).length <= CACHED_MAX_CHARACTERS;

/** The bytes of the content and the partials of a version. */
export const templateBytes = ({ version: { contentBytes, pins } }: TemplateVersion): number =>
  contentBytes + partialBytes(pins);

/** `unversioned` is the version of an id without a number. @throws {ApiError} `TEMPLATE_NOT_FOUND` */
export async function getTemplateVersion(
  ctx: Ctx,
  { text, unversioned }: { text: string; unversioned: VersionChoice },
): Promise<TemplateVersion> {
  const reference = readReference(text, unversioned);
  const found = reference && (await findVersion(ctx, reference));
  if (found === null) throw await templateNotFound(ctx, text);
  return found;
}

/** No `tpl_…@3` here: a change is for the whole template. @throws {ApiError} `TEMPLATE_NOT_FOUND` */
export async function getLatestVersion(ctx: Ctx, templateId: string): Promise<TemplateVersion> {
  const found = await findVersion(ctx, { templateId, version: 'latest' });
  if (found === null) throw await templateNotFound(ctx, templateId);
  return found;
}

const findVersion = (
  { services, workspace }: Ctx,
  { templateId, version }: TemplateReference,
): Promise<TemplateVersion | null> =>
  findTemplateVersion(services.database, workspace.id, templateId, version);

export async function withContent(ctx: Ctx, { template, version }: TemplateVersion): Promise<Template> {
  const { pins } = version;
  return { id: template.id, name: template.name, pins, ...(await readFields(ctx, version)) };
}

export async function loadTemplate(ctx: Ctx, found: TemplateVersion): Promise<LoadedTemplate> {
  const { pins } = found.version;
  const [template, partials] = await Promise.all([withContent(ctx, found), readPinnedPartials(ctx, pins)]);
  return { ...template, partials };
}
