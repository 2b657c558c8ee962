import { DEFAULT_PAGE_SIZE, type PageQuery } from '../../schema/api/paging.ts';
import type { TemplateBody, TemplateSummary } from '../../schema/api/templates.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import type { Services } from '../services.ts';
import { getTemplateVersion, withContent } from './get-template.ts';
import { findTemplates, findVersionNumbers, type TemplateRow } from './queries.ts';

/** A page of the workspace's templates, newest first: all, or those with `search` in their name. */
export async function listTemplates(
  services: Services,
  workspaceId: string,
  { limit = DEFAULT_PAGE_SIZE, cursor, search }: PageQuery & { readonly search?: string | undefined },
): Promise<{ templates: TemplateSummary[]; nextCursor: string | null }> {
  const [createdAt = '', id = ''] = cursor === undefined ? [] : decodeCursor(cursor, 2);
  const after = cursor === undefined ? null : { createdAt, id };
  const rows = await findTemplates(services.database, workspaceId, limit + 1, after, search);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    templates: await summarise(services, workspaceId, page),
    nextCursor: rows.length > limit && last ? encodeCursor([last.createdAt, last.id]) : null,
  };
}

/**
 * One version of a template, whole.
 *
 * @param reference `tpl_…` for the newest version, draft or not; `tpl_…@3` for a given one
 * @throws {ApiError} `TEMPLATE_NOT_FOUND`
 */
export async function readTemplate(
  services: Services,
  workspaceId: string,
  reference: string,
): Promise<TemplateBody> {
  const found = await getTemplateVersion(services, workspaceId, reference, 'latest');
  const [[summary], { content }] = await Promise.all([
    summarise(services, workspaceId, [found.template]),
    withContent(services, found),
  ]);
  if (summary === undefined) throw new Error(`Template ${found.template.id} has no summary`);
  const { version, publishedAt, contentBytes, settings, dataSchema } = found.version;
  return {
    ...summary,
    version,
    published: publishedAt !== null,
    content,
    contentBytes,
    settings,
    dataSchema,
  };
}

async function summarise(
  services: Services,
  workspaceId: string,
  rows: readonly TemplateRow[],
): Promise<TemplateSummary[]> {
  const ids = rows.map(({ id }) => id);
  const numbers = ids.length === 0 ? null : await findVersionNumbers(services.database, workspaceId, ids);
  return rows.map(({ id, name, createdAt, updatedAt }) => ({
    id,
    name,
    latestVersion: numbers?.get(id)?.latest ?? 0,
    publishedVersion: numbers?.get(id)?.published ?? null,
    createdAt,
    updatedAt,
  }));
}
