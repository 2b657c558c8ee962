import { type SQL, sql } from 'drizzle-orm';
import type { ComponentKind } from '../../../schema/api/components.ts';
import { sharedComponents, sharedComponentVersions } from '../../../schema/tables/components.ts';
import { templates, templateVersions } from '../../../schema/tables/templates.ts';
import { workspaces } from '../../../schema/tables/workspaces.ts';
import type { AuditEntry } from './audit.ts';
import type { Database } from './database.ts';
import { type ComponentRow, type ComponentVersionRow, pinnedObjects } from './components.ts';
import type { TemplateRow, VersionRow } from './template-versions.ts';

/** Each row is as it will be after the write. A new row has revision 0. Another row has one more than when it was read. */
export interface WrittenRows {
  readonly workspaceId: string;
  readonly templates: readonly TemplateRow[];
  readonly newVersions: readonly VersionRow[];
  /** Versions that exist. They can get a publication, a note and pins. */
  readonly changedVersions: readonly VersionRow[];
  readonly components: readonly ComponentRow[];
  /** A new version of each of the components. */
  readonly componentVersions: readonly ComponentVersionRow[];
  readonly limits: WriteLimits;
  readonly entries: readonly AuditEntry[];
}

export interface WriteLimits {
  readonly maxTemplates: number;
  /** Of a template, and of a component. */
  readonly maxVersions: number;
  readonly components: Readonly<Record<ComponentKind, ComponentLimits>>;
}

export interface ComponentLimits {
  readonly maxComponents: number;
  /** Of all versions of all components of the kind. It is null if there is no limit. */
  readonly maxBytes: number | null;
}

/** The conditions that must hold when rows are written. */
export type WriteRule =
  | 'workspace'
  | 'unchanged'
  | 'templates'
  | 'assets'
  | 'assetBytes'
  | 'partials'
  | 'versions'
  | 'componentVersions';

type CountRule = 'templates' | 'assets' | 'partials';

type Rule<Name extends WriteRule = WriteRule> = readonly [Name, SQL];

/** The number of templates, assets and partials that a write adds to a workspace. */
export interface AddedCounts {
  readonly workspaceId: string;
  readonly templates: number;
  readonly components: Readonly<Record<ComponentKind, number>>;
  readonly limits: WriteLimits;
}

/** They need no row, so they can be asked before anything else is done. */
function countRules({ workspaceId, templates: added, components, limits }: AddedCounts): Rule<CountRule>[] {
  const allTemplates = sql`(SELECT COUNT(*) FROM ${templates} WHERE workspace_id = ${workspaceId})`;
  const isComponentAllowed = (kind: ComponentKind): SQL => {
    const present = sql`(SELECT COUNT(*) FROM ${sharedComponents} WHERE workspace_id = ${workspaceId} AND kind = ${kind})`;
    return isBelow(components[kind], present, limits.components[kind].maxComponents);
  };
  return [
    ['templates', isBelow(added, allTemplates, limits.maxTemplates)],
    ['assets', isComponentAllowed('asset')],
    ['partials', isComponentAllowed('partial')],
  ];
}

function countAdded({ workspaceId, limits, ...rows }: WrittenRows): AddedCounts {
  const newComponents = rows.components.filter(isNew);
  const countOf = (kind: ComponentKind) =>
    newComponents.filter((component) => component.kind === kind).length;
  const components = { asset: countOf('asset'), partial: countOf('partial') };
  return { workspaceId, limits, templates: rows.templates.filter(isNew).length, components };
}

/** In the order in which a broken rule is named. None of them is null. */
function rulesOf(rows: WrittenRows): Rule[] {
  const { workspaceId, limits } = rows;
  return [
    ['workspace', sql`EXISTS (SELECT 1 FROM ${workspaces} WHERE id = ${workspaceId})`],
    ['unchanged', isPlanCurrent(rows)],
    ...countRules(countAdded(rows)),
    ['assetBytes', areBytesAllowed(rows, 'asset', limits.components.asset.maxBytes)],
    ['versions', sql`NOT EXISTS (${fullTemplates(rows)})`],
    ['componentVersions', sql`NOT EXISTS (${fullComponents(rows)})`],
  ];
}

/** The condition in SQL that all rules hold. */
export const allHold = (rows: WrittenRows): SQL =>
  sql.join(
    rulesOf(rows).map(([, rule]) => sql`(${rule})`),
    sql` AND `,
  );

/** Returns the first rule that does not hold now, or null. */
export const findBrokenRule = (database: Database, rows: WrittenRows): Promise<WriteRule | null> =>
  findBroken(database, rulesOf(rows));

/** Returns the first limit of a count that does not hold now, or null. */
export const findBrokenCount = (database: Database, added: AddedCounts): Promise<CountRule | null> =>
  findBroken(database, countRules(added));

async function findBroken<Name extends WriteRule>(
  database: Database,
  rules: readonly Rule<Name>[],
): Promise<Name | null> {
  const columns = rules.map(([name, rule]) => sql`(${rule}) AS ${sql.identifier(name)}`);
  const held = await database.get<Record<WriteRule, number>>(sql`SELECT ${sql.join(columns, sql`, `)}`);
  return rules.find(([name]) => held[name] === 0)?.[0] ?? null;
}

/** Returns the names of templates that cannot get another version, because all their versions are published. */
export async function findFullTemplates(database: Database, rows: WrittenRows): Promise<string[]> {
  return (await database.all<{ name: string }>(fullTemplates(rows))).map(({ name }) => name);
}

const isNew = ({ revision }: { readonly revision: number }): boolean => revision === 0;

/** The condition in SQL that nothing has changed since the write was planned. */
const isPlanCurrent = (rows: WrittenRows): SQL =>
  sql`${areUnchanged(sql`${templates}`, rows.workspaceId, rows.templates)}
    AND ${areUnchanged(sql`${sharedComponents}`, rows.workspaceId, rows.components)}
    AND ${areNamesFree(rows)} AND ${doPinsExist(rows)}`;

/** All rows of a table that exist already have the revision at which they were read. */
function areUnchanged(
  table: SQL,
  workspaceId: string,
  rows: readonly { readonly id: string; readonly revision: number }[],
): SQL {
  const known = rows.filter((row) => !isNew(row)).map(({ id, revision }) => ({ id, revision: revision - 1 }));
  return sql`(SELECT COUNT(*) FROM ${eachOf(known)} AS e JOIN ${table} AS x
    ON x.id = e.value->>'id' AND x.revision = e.value->>'revision' AND x.workspace_id = ${workspaceId}) = ${known.length}`;
}

/** No other row has a name that the write gives. Templates of one write may exchange their names. */
function areNamesFree({ workspaceId, templates: rows, components }: WrittenRows): SQL {
  const named = rows.map(({ id, name }) => ({ id, name }));
  const namedComponents = components.map(({ id, kind, name }) => ({ id, kind, name }));
  return sql`NOT EXISTS (SELECT 1 FROM ${eachOf(named)} AS e JOIN ${templates} AS t
      ON t.workspace_id = ${workspaceId} AND t.name = e.value->>'name'
      WHERE t.id NOT IN ${listOf(rows.map(({ id }) => id))})
    AND NOT EXISTS (SELECT 1 FROM ${eachOf(namedComponents)} AS e JOIN ${sharedComponents} AS p
      ON p.workspace_id = ${workspaceId} AND p.kind = e.value->>'kind' AND p.name = e.value->>'name'
      WHERE p.id <> e.value->>'id')`;
}

/** No version of an asset or partial that the write pins was deleted meanwhile. */
function doPinsExist({ newVersions, changedVersions, componentVersions }: WrittenRows): SQL {
  const own = new Set(componentVersions.map(({ objectId }) => objectId));
  const pinned = [...newVersions, ...changedVersions].flatMap(({ pins }) => pins ?? []);
  const others = new Set(pinned.map(({ objectId }) => objectId).filter((objectId) => !own.has(objectId)));
  return sql`NOT EXISTS (SELECT 1 FROM ${eachOf([...others])} AS e
    WHERE NOT EXISTS (SELECT 1 FROM ${sharedComponentVersions} AS v WHERE v.object_id = e.value))`;
}

/** The condition in SQL that there is room. If nothing is added, there is: a plan can have become smaller. */
const isBelow = (added: number, present: SQL, limit: number): SQL =>
  added === 0 ? sql`TRUE` : sql`${added} + ${present} <= ${limit}`;

function areBytesAllowed(
  { workspaceId, components, componentVersions }: WrittenRows,
  kind: ComponentKind,
  maxBytes: number | null,
): SQL {
  if (maxBytes === null) return sql`TRUE`;
  const ids = new Set(components.filter((component) => component.kind === kind).map(({ id }) => id));
  const added = componentVersions
    .filter(({ componentId }) => ids.has(componentId))
    .reduce((sum, { bytes }) => sum + bytes, 0);
  const present = sql`(SELECT COALESCE(SUM(v.bytes), 0) FROM ${sharedComponents} AS p
    JOIN ${sharedComponentVersions} AS v ON v.part_id = p.id WHERE p.workspace_id = ${workspaceId} AND p.kind = ${kind})`;
  return isBelow(added, present, maxBytes);
}

const fullTemplates = ({ newVersions, limits }: WrittenRows): SQL => sql`
  SELECT t.name AS name FROM ${templates} AS t WHERE t.id IN ${listOf(newVersions.map(({ templateId }) => templateId))}
    AND (SELECT COUNT(*) FROM ${templateVersions} AS v
      WHERE v.template_id = t.id AND v.published_at IS NOT NULL) >= ${limits.maxVersions}`;

/** The components all of whose versions are pinned. */
const fullComponents = ({ workspaceId, components, limits }: WrittenRows): SQL => sql`
  SELECT p.name AS name FROM ${sharedComponents} AS p WHERE p.id IN ${listOf(components.map(({ id }) => id))}
    AND (SELECT COUNT(*) FROM ${sharedComponentVersions} AS v
      WHERE v.part_id = p.id AND v.object_id IN ${pinnedObjects(workspaceId)}) >= ${limits.maxVersions}`;

/** A statement gets many rows as one text of JSON. */
export const eachOf = (values: readonly unknown[]): SQL => sql`json_each(${JSON.stringify(values)})`;

export const listOf = (values: readonly string[]): SQL => sql`(SELECT value FROM ${eachOf(values)})`;
