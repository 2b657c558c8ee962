import { DEFAULT_PAGE_SIZE, type PageQuery } from '../../../schema/api/paging.ts';
import type {
  ComponentKind,
  ComponentSummary,
  ComponentUse,
  ComponentVersionSummary,
} from '../../../schema/api/components.ts';
import {
  findComponents,
  findComponentVersions,
  findUses,
  type ComponentVersion,
} from '../../adapters/d1/components.ts';
import type { Ctx } from '../../ctx.ts';
import { decodeCursor, decodeNumber, encodeCursor } from '../../lib/cursor.ts';
import { getComponent, type ComponentReference } from './get-component.ts';

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

export const describeComponent = ({ component, version }: ComponentVersion): ComponentSummary => ({
  name: component.name,
  latestVersion: component.latestVersion,
  createdAt: component.createdAt,
  updatedAt: component.updatedAt,
  ...describeVersion(version),
});

const describeVersion = ({
  version,
  mediaType,
  bytes,
  digest,
  details,
  note,
}: ComponentVersion['version']) => ({
  version,
  mediaType,
  bytes,
  digest,
  details,
  note,
});

const describeDated = (row: ComponentVersion['version']): ComponentVersionSummary => ({
  ...describeVersion(row),
  createdAt: row.createdAt,
});

export interface ComponentQuery extends PageQuery {
  readonly kind: ComponentKind;
  readonly search?: string | undefined;
}

/** Lists the components of a kind, by name. */
export async function listComponents(
  { services, workspace }: Ctx,
  { kind, limit = DEFAULT_PAGE_SIZE, cursor, search }: ComponentQuery,
): Promise<Page<ComponentSummary>> {
  const listing = { workspaceId: workspace.id, kind, limit: limit + 1, after: readPlace(cursor), search };
  const rows = await findComponents(services.database, listing);
  return toPage(rows, limit, ({ component }) => component.name, describeComponent);
}

/** Newest first. @throws {ApiError} `ASSET_NOT_FOUND`, `PARTIAL_NOT_FOUND` */
export async function listComponentVersions(
  ctx: Ctx,
  { limit = DEFAULT_PAGE_SIZE, cursor, ...reference }: PageQuery & ComponentReference,
): Promise<Page<ComponentVersionSummary>> {
  const before = decodeNumber(cursor);
  const { component } = await getComponent(ctx, reference);
  const rows = await findComponentVersions(ctx.services.database, component.id, limit + 1, before);
  return toPage(rows, limit, ({ version }) => version, describeDated);
}

/** The templates whose kept versions use the component, by name. @throws {ApiError} `ASSET_NOT_FOUND`, `PARTIAL_NOT_FOUND` */
export async function listUses(
  ctx: Ctx,
  { limit = DEFAULT_PAGE_SIZE, cursor, ...reference }: PageQuery & ComponentReference,
): Promise<Page<ComponentUse>> {
  const { component } = await getComponent(ctx, reference);
  const rows = await findUses(ctx.services.database, component, limit + 1, readPlace(cursor));
  return toPage(
    rows,
    limit,
    ({ name }) => name,
    (use) => use,
  );
}
