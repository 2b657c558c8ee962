import { DEFAULT_PAGE_SIZE, type PageQuery } from '../../schema/api/paging.ts';
import type { TemplateBody, TemplateSummary } from '../../schema/api/templates.ts';
import type { Ctx } from '../ctx.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { getTemplateVersion, withContent } from './get-template.ts';
import { findTemplates, findVersionNumbers, type TemplateRow } from './queries.ts';

export async function listTemplates(
  ctx: Ctx,
  { limit = DEFAULT_PAGE_SIZE, cursor, search }: PageQuery & { readonly search?: string | undefined },
): Promise<{ templates: TemplateSummary[]; nextCursor: string | null }> {
  const [createdAt = '', id = ''] = cursor === undefined ? [] : decodeCursor(cursor, 2);
  const after = cursor === undefined ? null : { createdAt, id };
  const rows = await findTemplates(ctx.services.database, ctx.workspace.id, limit + 1, after, search);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    templates: await summarise(ctx, page),
    nextCursor: rows.length > limit && last ? encodeCursor([last.createdAt, last.id]) : null,
  };
}

/** `tpl_…` means the newest version, draft or not. @throws {ApiError} `TEMPLATE_NOT_FOUND` */
export async function readTemplate(ctx: Ctx, text: string): Promise<TemplateBody> {
  const found = await getTemplateVersion(ctx, { text, unversioned: 'latest' });
  const [[summary], { content }] = await Promise.all([
    summarise(ctx, [found.template]),
    withContent(ctx, found),
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

async function summarise(ctx: Ctx, rows: readonly TemplateRow[]): Promise<TemplateSummary[]> {
  const { services, workspace } = ctx;
  const ids = rows.map(({ id }) => id);
  const numbers = ids.length === 0 ? null : await findVersionNumbers(services.database, workspace.id, ids);
  return rows.map(({ id, name, createdAt, updatedAt }) => ({
    id,
    name,
    latestVersion: numbers?.get(id)?.latest ?? 0,
    publishedVersion: numbers?.get(id)?.published ?? null,
    createdAt,
    updatedAt,
  }));
}
