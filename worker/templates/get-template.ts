import type { TemplateSettings } from '../../schema/api/pdf-options.ts';
import type { DataSchema } from '../../schema/api/templates.ts';
import { ApiError } from '../api-error.ts';
import { LruCache } from '../lru-cache.ts';
import type { Services } from '../services.ts';
import { contentKey } from '../storage/keys.ts';
import { findTemplateVersion, type TemplateVersion, type VersionRow } from './queries.ts';
import { readReference, type TemplateReference, type VersionChoice } from './reference.ts';

/** A version of a saved template with its content. */
export interface Template {
  readonly id: string;
  readonly name: string;
  readonly content: string;
  readonly settings: TemplateSettings;
  readonly dataSchema: DataSchema | null;
}

interface Remembered {
  readonly version: number;
  /** Epoch milliseconds. */
  readonly until: number;
  readonly template: Template;
}

/** Templates up to this many characters are remembered: 100 of them are 26 MB of an isolate's 128 at most. */
const REMEMBERED_MAX_CHARACTERS = 128_000;

/** A change whose note did not reach the ledger shows after this. */
const REMEMBERED_MS = 60_000;

/** By workspace and reference: no tenant is ever served from another's entry. */
const remembered = new LruCache<Remembered>(100);

/**
 * What a generation prints, as of a version that the ledger told with the admission: what an isolate remembers
 * is exact, and costs the database nothing.
 *
 * @param reference `tpl_…` for the newest published version, `tpl_…@3` for a given one
 * @throws {ApiError} `TEMPLATE_NOT_FOUND`, for drafts and for another workspace's template too (decision 30)
 */
export async function getTemplate(
  services: Services,
  workspaceId: string,
  reference: string,
  version: number,
): Promise<Template> {
  const name = `${workspaceId} ${reference}`;
  const known = remembered.get(name);
  const now = services.now();
  if (known !== undefined && known.version === version && now < known.until) return known.template;
  const found = await getTemplateVersion(services, workspaceId, reference, 'published');
  if (found.version.publishedAt === null) throw templateNotFound();
  const template = await withContent(services, found);
  if (charactersOf(template) <= REMEMBERED_MAX_CHARACTERS) {
    remembered.set(name, { version, until: now + REMEMBERED_MS, template });
  }
  return template;
}

const charactersOf = ({ content, settings, dataSchema }: Template): number =>
  content.length + JSON.stringify([settings, dataSchema]).length;

/** @throws {ApiError} `TEMPLATE_NOT_FOUND` */
export async function getTemplateVersion(
  services: Services,
  workspaceId: string,
  text: string,
  unversioned: VersionChoice,
): Promise<TemplateVersion> {
  const reference = readReference(text, unversioned);
  if (reference === null) throw templateNotFound();
  return findVersion(services, workspaceId, reference);
}

/**
 * The newest version, draft or not, of a template that is changed as a whole: `tpl_…@3` names none.
 *
 * @throws {ApiError} `TEMPLATE_NOT_FOUND`
 */
export const getLatestVersion = (
  services: Services,
  workspaceId: string,
  templateId: string,
): Promise<TemplateVersion> => findVersion(services, workspaceId, { templateId, version: 'latest' });

async function findVersion(
  services: Services,
  workspaceId: string,
  { templateId, version }: TemplateReference,
): Promise<TemplateVersion> {
  const found = await findTemplateVersion(services.database, workspaceId, templateId, version);
  if (found === null) throw templateNotFound();
  return found;
}

export async function withContent(
  services: Services,
  { template, version }: TemplateVersion,
): Promise<Template> {
  return {
    id: template.id,
    name: template.name,
    content: await readContent(services, version),
    settings: version.settings,
    dataSchema: version.dataSchema,
  };
}

async function readContent({ templateStore }: Services, version: VersionRow): Promise<string> {
  const { workspaceId, templateId, contentHash } = version;
  const key = contentKey(workspaceId, templateId, contentHash);
  const object = await templateStore.get(key);
  if (object === null) throw new Error(`A template's content is missing from R2: ${key}`);
  return new Response(object.body).text();
}

export const templateNotFound = (): ApiError =>
  new ApiError('TEMPLATE_NOT_FOUND', 'The template does not exist or is not accessible.');
