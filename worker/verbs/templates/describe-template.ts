import { DEFAULT_PAGE_SIZE, type PageQuery } from '../../../schema/api/paging.ts';
import type { TemplateBody, TemplatePin, TemplateSummary } from '../../../schema/api/templates.ts';
import type { Pin } from '../../../schema/api/components.ts';
import type { Ctx } from '../../ctx.ts';
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import { getTemplateVersion, withContent } from './get-template.ts';
import { findTemplates, type TemplateVersion } from '../../adapters/d1/templates.ts';
import { findLatestVersions, type TemplateRow } from '../../adapters/d1/template-versions.ts';

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
export const readTemplate = async (ctx: Ctx, text: string): Promise<TemplateBody> =>
  describeVersion(ctx, await getTemplateVersion(ctx, { text, unversioned: 'latest' }));

export async function describeVersion(ctx: Ctx, found: TemplateVersion): Promise<TemplateBody> {
  const [[summary], { content, settings, dataSchema, translations }] = await Promise.all([
    summarise(ctx, [found.template]),
    withContent(ctx, found),
  ]);
  if (summary === undefined) throw new Error(`Template ${found.template.id} has no summary`);
  const { version, publishedAt, contentBytes, note, pins } = found.version;
  return {
    ...summary,
    version,
    published: publishedAt !== null,
    content,
    contentBytes,
    note,
    settings,
    dataSchema,
    translations,
    pins: (pins ?? []).map(showPin),
  };
}

const showPin = ({ kind, name, version, digest }: Pin): TemplatePin => ({ kind, name, version, digest });

async function summarise(ctx: Ctx, rows: readonly TemplateRow[]): Promise<TemplateSummary[]> {
  const { services, workspace } = ctx;
  const ids = rows.map(({ id }) => id);
  const latest = ids.length === 0 ? null : await findLatestVersions(services.database, workspace.id, ids);
  return rows.map(({ id, name, publishedVersion, createdAt, updatedAt }) => ({
    id,
    name,
    latestVersion: latest?.get(id) ?? 0,
    publishedVersion,
    createdAt,
    updatedAt,
  }));
}
