import { DEFAULT_PAGE_SIZE, type PageQuery } from '../../../schema/api/paging.ts';
import type { PartKind, PartSummary, PartUse, PartVersionSummary } from '../../../schema/api/shared-parts.ts';
import { findParts, findPartVersions, findUses, type PartVersion } from '../../adapters/d1/shared-parts.ts';
import type { Ctx } from '../../ctx.ts';
import { decodeCursor, decodeNumber, encodeCursor } from '../../lib/cursor.ts';
import { getPart, type PartReference } from './get-part.ts';

interface Page<Item> {
  readonly data: Item[];
  readonly nextCursor: string | null;
}

/** @param rows one more than the page has, if there are more @param place of an entry, for the cursor */
function toPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  place: (row: Row) => string | number,
  show: (row: Row) => Item,
): Page<Item> {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map(show),
    nextCursor: rows.length > limit && last !== undefined ? encodeCursor([String(place(last))]) : null,
  };
}

const readPlace = (cursor: string | undefined): string =>
  cursor === undefined ? '' : (decodeCursor(cursor, 1)[0] ?? '');

export const describePart = ({ part, version }: PartVersion): PartSummary => ({
  name: part.name,
  latestVersion: part.latestVersion,
  createdAt: part.createdAt,
  updatedAt: part.updatedAt,
  ...describeVersion(version),
});

const describeVersion = ({ version, mediaType, bytes, digest, details, note }: PartVersion['version']) => ({
  version,
  mediaType,
  bytes,
  digest,
  details,
  note,
});

const describeDated = (row: PartVersion['version']): PartVersionSummary => ({
  ...describeVersion(row),
  createdAt: row.createdAt,
});

export interface PartQuery extends PageQuery {
  readonly kind: PartKind;
  readonly search?: string | undefined;
}

/** By name. */
export async function listParts(
  { services, workspace }: Ctx,
  { kind, limit = DEFAULT_PAGE_SIZE, cursor, search }: PartQuery,
): Promise<Page<PartSummary>> {
  const listing = { workspaceId: workspace.id, kind, limit: limit + 1, after: readPlace(cursor), search };
  const rows = await findParts(services.database, listing);
  return toPage(rows, limit, ({ part }) => part.name, describePart);
}

/** Newest first. @throws {ApiError} `ASSET_NOT_FOUND`, `PARTIAL_NOT_FOUND` */
export async function listPartVersions(
  ctx: Ctx,
  { limit = DEFAULT_PAGE_SIZE, cursor, ...reference }: PageQuery & PartReference,
): Promise<Page<PartVersionSummary>> {
  const before = decodeNumber(cursor);
  const { part } = await getPart(ctx, reference);
  const rows = await findPartVersions(ctx.services.database, part.id, limit + 1, before);
  return toPage(rows, limit, ({ version }) => version, describeDated);
}

/** The templates whose kept versions use the part, by name. @throws {ApiError} `ASSET_NOT_FOUND`, `PARTIAL_NOT_FOUND` */
export async function listUses(
  ctx: Ctx,
  { limit = DEFAULT_PAGE_SIZE, cursor, ...reference }: PageQuery & PartReference,
): Promise<Page<PartUse>> {
  const { part } = await getPart(ctx, reference);
  const rows = await findUses(ctx.services.database, part, limit + 1, readPlace(cursor));
  return toPage(
    rows,
    limit,
    ({ name }) => name,
    (use) => use,
  );
}
