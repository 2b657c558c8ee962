import type { z } from 'zod';
import type { fileQuery, KeptFile } from '../../../schema/api/files.ts';
import { DEFAULT_PAGE_SIZE } from '../../../schema/api/paging.ts';
import type { Ctx } from '../../ctx.ts';
import { decodePosition, encodeCursor } from '../../lib/cursor.ts';
import type { FileFilter } from '../../objects/ledger/protocol.ts';
import { showFile } from './kept-files.ts';

export type FileQuery = z.infer<typeof fileQuery>;

export async function listFiles(
  ctx: Ctx,
  { origin, ...query }: FileQuery & { readonly origin: string },
): Promise<{ files: KeptFile[]; nextCursor: string | null }> {
  const { files, more } = await ctx.ledger.listFiles(toFilter(query));
  const last = files.at(-1);
  const nextCursor = more && last ? encodeCursor([String(last.createdAt), last.fileId]) : null;
  return { files: await Promise.all(files.map((file) => showFile(ctx, { file, origin }))), nextCursor };
}

function toFilter({ limit, cursor, from, to, templateId, environment }: FileQuery): FileFilter {
  return {
    limit: limit ?? DEFAULT_PAGE_SIZE,
    ...(from === undefined ? {} : { from: Date.parse(from) }),
    ...(to === undefined ? {} : { to: Date.parse(to) }),
    ...(templateId === undefined ? {} : { templateId }),
    ...(environment === undefined ? {} : { environment }),
    ...(cursor === undefined ? {} : { after: toPosition(cursor) }),
  };
}

function toPosition(cursor: string): { createdAt: number; fileId: string } {
  const { createdAt, id } = decodePosition(cursor);
  return { createdAt, fileId: id };
}
