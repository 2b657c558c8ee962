import { DEFAULT_PAGE_SIZE, type PageQuery } from '../../../schema/api/paging.ts';
import type { TemplateVersionSummary } from '../../../schema/api/templates.ts';
import type { Ctx } from '../../ctx.ts';
import { decodeNumber, encodeCursor } from '../../lib/cursor.ts';
import { getLatestVersion } from './get-template.ts';
import { findVersions } from '../../adapters/d1/template-versions.ts';

/** @throws {ApiError} `TEMPLATE_NOT_FOUND` */
export async function listVersions(
  ctx: Ctx,
  { templateId, limit = DEFAULT_PAGE_SIZE, cursor }: PageQuery & { readonly templateId: string },
): Promise<{ versions: TemplateVersionSummary[]; nextCursor: string | null }> {
  const { services, workspace } = ctx;
  const before = decodeNumber(cursor);
  const { template } = await getLatestVersion(ctx, templateId);
  const rows = await findVersions(services.database, workspace.id, template.id, limit + 1, before);
  const versions = rows.slice(0, limit);
  const last = versions.at(-1);
  return {
    versions,
    nextCursor: rows.length > limit && last ? encodeCursor([String(last.version)]) : null,
  };
}
