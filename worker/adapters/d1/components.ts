import { and, asc, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { ComponentKind } from '../../../schema/api/components.ts';
import { sharedComponents, sharedComponentVersions } from '../../../schema/tables/components.ts';
import { templates, templateVersions } from '../../../schema/tables/templates.ts';
import { type AuditEntry, auditStatementIf } from './audit.ts';
import { contains, type Database, isOneOf } from './database.ts';

export type ComponentRow = typeof sharedComponents.$inferSelect;

export type ComponentVersionRow = typeof sharedComponentVersions.$inferSelect;

export interface ComponentVersion {
  readonly component: ComponentRow;
  readonly version: ComponentVersionRow;
}

export interface ComponentName {
  readonly workspaceId: string;
  readonly kind: ComponentKind;
  readonly name: string;
}

const isNamed = ({ workspaceId, kind, name }: ComponentName) =>
  and(
    eq(sharedComponents.workspaceId, workspaceId),
    eq(sharedComponents.kind, kind),
    eq(sharedComponents.name, name),
  );

const isLatest = eq(sharedComponentVersions.version, sharedComponents.latestVersion);

const selectVersions = (database: Database) =>
  database
    .select({ component: sharedComponents, version: sharedComponentVersions })
    .from(sharedComponents)
    .innerJoin(sharedComponentVersions, eq(sharedComponentVersions.componentId, sharedComponents.id));

export async function findComponentVersion(
  database: Database,
  component: ComponentName,
  version: number | 'latest',
): Promise<ComponentVersion | null> {
  const isChosen = version === 'latest' ? isLatest : eq(sharedComponentVersions.version, version);
  const [row] = await selectVersions(database).where(and(isNamed(component), isChosen));
  return row ?? null;
}

/** No workspace has more assets or partials. A longer list of names would be too long for D1. */
const MAX_NAMES = 10_000;

/** The newest versions of the components that have these names. */
export const findNamedComponents = (
  database: Database,
  { workspaceId, kind, names }: Omit<ComponentName, 'name'> & { readonly names: readonly string[] },
): Promise<ComponentVersion[]> =>
  selectVersions(database).where(
    and(
      eq(sharedComponents.workspaceId, workspaceId),
      eq(sharedComponents.kind, kind),
      isOneOf(sharedComponents.name, names.slice(0, MAX_NAMES)),
      isLatest,
    ),
  );

/** The newest versions of the fonts that have these families. @param families as `foldFamily` writes them */
export const findFonts = (
  database: Database,
  workspaceId: string,
  families: readonly string[],
): Promise<ComponentVersion[]> =>
  selectVersions(database)
    .where(
      and(
        eq(sharedComponents.workspaceId, workspaceId),
        eq(sharedComponents.kind, 'asset'),
        isLatest,
        isOneOf(sql`lower(json_extract(${sharedComponentVersions.details}, '$.family'))`, families),
      ),
    )
    .orderBy(asc(sharedComponents.name));

export interface ComponentListing {
  readonly workspaceId: string;
  readonly kind: ComponentKind;
  readonly limit: number;
  /** The last name of the previous page. */
  readonly after: string;
  readonly search?: string | undefined;
}

/** Finds the components of a kind in a workspace, by name. */
export const findComponents = (
  database: Database,
  { workspaceId, kind, limit, after, search }: ComponentListing,
): Promise<ComponentVersion[]> =>
  selectVersions(database)
    .where(
      and(
        eq(sharedComponents.workspaceId, workspaceId),
        eq(sharedComponents.kind, kind),
        gt(sharedComponents.name, after),
        isLatest,
        search === undefined ? undefined : contains(sharedComponents.name, search),
      ),
    )
    .orderBy(asc(sharedComponents.name))
    .limit(limit);

/** Newest first. */
export const findComponentVersions = (
  database: Database,
  componentId: string,
  limit: number,
  before: number,
): Promise<ComponentVersionRow[]> =>
  database
    .select()
    .from(sharedComponentVersions)
    .where(
      and(eq(sharedComponentVersions.componentId, componentId), lt(sharedComponentVersions.version, before)),
    )
    .orderBy(desc(sharedComponentVersions.version))
    .limit(limit);

/** The objects that the kept versions of the workspace's templates pin. */
export const pinnedObjects = (workspaceId: string): SQL => sql`(
  SELECT json_extract(pinned.value, '$.objectId') FROM ${templateVersions} AS t, json_each(t.pins) AS pinned
  WHERE t.workspace_id = ${workspaceId} AND t.pins IS NOT NULL)`;

export interface ComponentUse {
  readonly templateId: string;
  readonly name: string;
  /** The version of the component that the published version of the template pins, or null. */
  readonly publishedPin: number | null;
  /** The version of the component that the newest version of the template pins, or null. */
  readonly latestPin: number | null;
  /** The number of kept versions of the template that pin it. */
  readonly versions: number;
}

/** The templates whose kept versions pin a component, by name. */
export function findUses(
  database: Database,
  { workspaceId, kind, name }: ComponentName,
  limit: number,
  after: string,
): Promise<ComponentUse[]> {
  const pinned = sql<number>`json_extract(pinned.value, '$.version')`;
  const pinOf = (version: SQL) =>
    sql<number | null>`MAX(CASE WHEN v.version = ${version} THEN ${pinned} END)`;
  const newest = sql`(SELECT MAX(x.version) FROM ${templateVersions} AS x WHERE x.template_id = t.id)`;
  return database.all<ComponentUse>(sql`
    SELECT t.id AS templateId, t.name AS name, ${pinOf(sql`t.published_version`)} AS publishedPin,
      ${pinOf(newest)} AS latestPin, COUNT(*) AS versions
    FROM ${templateVersions} AS v JOIN ${templates} AS t ON t.id = v.template_id, json_each(v.pins) AS pinned
    WHERE v.workspace_id = ${workspaceId} AND v.pins IS NOT NULL AND t.name > ${after}
      AND json_extract(pinned.value, '$.kind') = ${kind} AND json_extract(pinned.value, '$.name') = ${name}
    GROUP BY t.id ORDER BY t.name LIMIT ${limit}`);
}

/** Returns the deleted versions. None are deleted if a template pins one of them. */
export async function deleteComponentRows(
  database: Database,
  { id, workspaceId }: ComponentRow,
  entry: AuditEntry,
): Promise<ComponentVersionRow[]> {
  const exists = sql`EXISTS (SELECT 1 FROM ${sharedComponents} AS p WHERE p.id = ${id})`;
  const isFree = sql`${exists} AND NOT EXISTS (SELECT 1 FROM ${sharedComponentVersions} AS v
    WHERE v.part_id = ${id} AND v.object_id IN ${pinnedObjects(workspaceId)})`;
  const isEmpty = sql`NOT EXISTS (SELECT 1 FROM ${sharedComponentVersions} AS v WHERE v.part_id = ${id})`;
  const [, deleted] = await database.batch([
    auditStatementIf(database, isFree, entry),
    database
      .delete(sharedComponentVersions)
      .where(and(eq(sharedComponentVersions.componentId, id), isFree))
      .returning(),
    database.delete(sharedComponents).where(and(eq(sharedComponents.id, id), isEmpty)),
  ]);
  return deleted;
}
