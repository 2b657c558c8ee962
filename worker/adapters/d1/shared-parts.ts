import { and, asc, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { PartKind, Pin } from '../../../schema/api/shared-parts.ts';
import { sharedParts, sharedPartVersions } from '../../../schema/tables/shared-parts.ts';
import { templates, templateVersions } from '../../../schema/tables/templates.ts';
import { contains, type Database, isOneOf } from './database.ts';

export type PartRow = typeof sharedParts.$inferSelect;

export type PartVersionRow = typeof sharedPartVersions.$inferSelect;

export interface PartVersion {
  readonly part: PartRow;
  readonly version: PartVersionRow;
}

export interface PartName {
  readonly workspaceId: string;
  readonly kind: PartKind;
  readonly name: string;
}

const isNamed = ({ workspaceId, kind, name }: PartName) =>
  and(eq(sharedParts.workspaceId, workspaceId), eq(sharedParts.kind, kind), eq(sharedParts.name, name));

const isLatest = eq(sharedPartVersions.version, sharedParts.latestVersion);

const selectVersions = (database: Database) =>
  database
    .select({ part: sharedParts, version: sharedPartVersions })
    .from(sharedParts)
    .innerJoin(sharedPartVersions, eq(sharedPartVersions.partId, sharedParts.id));

export async function findPartVersion(
  database: Database,
  part: PartName,
  version: number | 'latest',
): Promise<PartVersion | null> {
  const isChosen = version === 'latest' ? isLatest : eq(sharedPartVersions.version, version);
  const [row] = await selectVersions(database).where(and(isNamed(part), isChosen));
  return row ?? null;
}

/** No workspace has more assets or partials. A longer list of names would be too long for D1. */
const MAX_NAMES = 10_000;

/** The newest versions of the parts that have these names. */
export const findNamedParts = (
  database: Database,
  { workspaceId, kind, names }: Omit<PartName, 'name'> & { readonly names: readonly string[] },
): Promise<PartVersion[]> =>
  selectVersions(database).where(
    and(
      eq(sharedParts.workspaceId, workspaceId),
      eq(sharedParts.kind, kind),
      isOneOf(sharedParts.name, names.slice(0, MAX_NAMES)),
      isLatest,
    ),
  );

/** The newest versions of the fonts that have these families. @param families as `foldFamily` writes them */
export const findFonts = (
  database: Database,
  workspaceId: string,
  families: readonly string[],
): Promise<PartVersion[]> =>
  selectVersions(database)
    .where(
      and(
        eq(sharedParts.workspaceId, workspaceId),
        eq(sharedParts.kind, 'asset'),
        isLatest,
        isOneOf(sql`lower(json_extract(${sharedPartVersions.details}, '$.family'))`, families),
      ),
    )
    .orderBy(asc(sharedParts.name));

export interface PartListing {
  readonly workspaceId: string;
  readonly kind: PartKind;
  readonly limit: number;
  /** The last name of the previous page. */
  readonly after: string;
  readonly search?: string | undefined;
}

/** By name. */
export const findParts = (
  database: Database,
  { workspaceId, kind, limit, after, search }: PartListing,
): Promise<PartVersion[]> =>
  selectVersions(database)
    .where(
      and(
        eq(sharedParts.workspaceId, workspaceId),
        eq(sharedParts.kind, kind),
        gt(sharedParts.name, after),
        isLatest,
        search === undefined ? undefined : contains(sharedParts.name, search),
      ),
    )
    .orderBy(asc(sharedParts.name))
    .limit(limit);

/** How many parts a workspace has, and the bytes of all their versions. */
export async function measureParts(
  database: Database,
  workspaceId: string,
  kind: PartKind,
): Promise<{ readonly parts: number; readonly bytes: number }> {
  const [row] = await database
    .select({
      parts: sql<number>`COUNT(DISTINCT ${sharedParts.id})`,
      bytes: sql<number>`COALESCE(SUM(${sharedPartVersions.bytes}), 0)`,
    })
    .from(sharedParts)
    .innerJoin(sharedPartVersions, eq(sharedPartVersions.partId, sharedParts.id))
    .where(and(eq(sharedParts.workspaceId, workspaceId), eq(sharedParts.kind, kind)));
  return row ?? { parts: 0, bytes: 0 };
}

/** Newest first. */
export const findPartVersions = (
  database: Database,
  partId: string,
  limit: number,
  before: number,
): Promise<PartVersionRow[]> =>
  database
    .select()
    .from(sharedPartVersions)
    .where(and(eq(sharedPartVersions.partId, partId), lt(sharedPartVersions.version, before)))
    .orderBy(desc(sharedPartVersions.version))
    .limit(limit);

/** The objects that the kept versions of the workspace's templates pin. */
export const pinnedObjects = (workspaceId: string): SQL => sql`(
  SELECT json_extract(pinned.value, '$.objectId') FROM ${templateVersions} AS t, json_each(t.pins) AS pinned
  WHERE t.workspace_id = ${workspaceId} AND t.pins IS NOT NULL)`;

/** Whether no pinned version was deleted. A statement that saves pins needs this condition: a part can be deleted meanwhile. */
export const pinsExist = (pins: readonly Pin[] | null): SQL =>
  pins === null
    ? sql`TRUE`
    : sql`NOT EXISTS (
        SELECT 1 FROM json_each(${JSON.stringify(pins.map(({ objectId }) => objectId))}) AS pinned
        WHERE NOT EXISTS (SELECT 1 FROM ${sharedPartVersions} AS v WHERE v.object_id = pinned.value))`;

export async function doPinsExist(database: Database, pins: readonly Pin[] | null): Promise<boolean> {
  if (pins === null) return true;
  const row = await database.get<{ exist: number }>(sql`SELECT ${pinsExist(pins)} AS exist`);
  return row.exist === 1;
}

export interface PartUse {
  readonly templateId: string;
  readonly name: string;
  /** The version of the part that the published version of the template pins, or null. */
  readonly publishedPin: number | null;
  /** The version of the part that the newest version of the template pins, or null. */
  readonly latestPin: number | null;
  /** How many kept versions of the template pin it. */
  readonly versions: number;
}

/** The templates whose kept versions pin a part, by name. */
export function findUses(
  database: Database,
  { workspaceId, kind, name }: PartName,
  limit: number,
  after: string,
): Promise<PartUse[]> {
  const pinned = sql<number>`json_extract(pinned.value, '$.version')`;
  const pinOf = (version: SQL) =>
    sql<number | null>`MAX(CASE WHEN v.version = ${version} THEN ${pinned} END)`;
  const newest = sql`(SELECT MAX(x.version) FROM ${templateVersions} AS x WHERE x.template_id = t.id)`;
  return database.all<PartUse>(sql`
    SELECT t.id AS templateId, t.name AS name, ${pinOf(sql`t.published_version`)} AS publishedPin,
      ${pinOf(newest)} AS latestPin, COUNT(*) AS versions
    FROM ${templateVersions} AS v JOIN ${templates} AS t ON t.id = v.template_id, json_each(v.pins) AS pinned
    WHERE v.workspace_id = ${workspaceId} AND v.pins IS NOT NULL AND t.name > ${after}
      AND json_extract(pinned.value, '$.kind') = ${kind} AND json_extract(pinned.value, '$.name') = ${name}
    GROUP BY t.id ORDER BY t.name LIMIT ${limit}`);
}
