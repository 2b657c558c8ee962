import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { sharedParts, sharedPartVersions } from '../../../schema/tables/shared-parts.ts';
import { templates, templateVersions } from '../../../schema/tables/templates.ts';
import { workspaces } from '../../../schema/tables/workspaces.ts';
import { auditTrail } from '../../../schema/tables/audit-trail.ts';
import type { AuditEntry } from './audit.ts';
import { type Database, databaseMessage, isOneOf } from './database.ts';
import { pinnedObjects, type PartRow, type PartVersionRow } from './shared-parts.ts';
import { templateColumns, type TemplateVersion } from './templates.ts';
import type { TemplateRow, VersionRow } from './template-versions.ts';

/** Templates and partials are written in one transaction. Each statement writes many rows, which it gets as JSON. */

/** The newest versions of the templates that have one of these ids or names. */
export function findPushedTemplates(
  database: Database,
  workspaceId: string,
  ids: readonly string[],
  names: readonly string[],
): Promise<TemplateVersion[]> {
  const newest = sql`(SELECT MAX(v.version) FROM ${templateVersions} AS v WHERE v.template_id = ${templates.id})`;
  return database
    .select({ template: templateColumns, version: templateVersions })
    .from(templates)
    .innerJoin(
      templateVersions,
      and(eq(templateVersions.templateId, templates.id), eq(templateVersions.version, newest)),
    )
    .where(
      and(
        eq(templates.workspaceId, workspaceId),
        or(isOneOf(templates.id, ids), isOneOf(templates.name, names)),
      ),
    );
}

/** Returns the names of templates and partials that cannot get another version, because all their versions are published or pinned. */
export async function findFull(
  database: Database,
  workspaceId: string,
  { templateIds, partIds, maxVersions }: Omit<Room, 'maxTemplates' | 'maxPartials'>,
): Promise<string[]> {
  const rows = await database.all<{ name: string }>(sql`
    SELECT t.name AS name FROM ${templates} AS t
      WHERE t.id IN ${listOf(templateIds)} AND ${countPublished(sql`t.id`)} >= ${maxVersions}
    UNION ALL SELECT p.name AS name FROM ${sharedParts} AS p
      WHERE p.id IN ${listOf(partIds)} AND ${countPinned(sql`p.id`, workspaceId)} >= ${maxVersions}`);
  return rows.map(({ name }) => name);
}

interface Room {
  /** The templates that get a version. */
  readonly templateIds: readonly string[];
  readonly partIds: readonly string[];
  readonly maxVersions: number;
  readonly maxTemplates: number;
  readonly maxPartials: number;
}

export interface PushRows {
  readonly workspaceId: string;
  /** The rows after the push. The revision is that of the row when it was read, and null for a new row. */
  readonly templates: readonly (Omit<TemplateRow, 'revision'> & { readonly revision: number | null })[];
  readonly versions: readonly VersionRow[];
  /** Drafts that are published as they are. */
  readonly publications: readonly Pick<VersionRow, 'templateId' | 'version'>[];
  readonly parts: readonly (Omit<PartRow, 'revision'> & { readonly revision: number | null })[];
  readonly partVersions: readonly PartVersionRow[];
  readonly limits: Pick<Room, 'maxVersions' | 'maxTemplates' | 'maxPartials'>;
  readonly entries: readonly AuditEntry[];
  /** ISO 8601. */
  readonly at: string;
}

/** What was planned does not hold any more: a template or a partial has changed, or there is no room. Nothing was written. */
export class PushOutdated extends Error {
  override readonly name = 'PushOutdated';
}

export interface Pruned {
  readonly versions: readonly { readonly templateId: string; readonly objectId: string | null }[];
  readonly partVersions: readonly Pick<PartVersionRow, 'digest' | 'objectId'>[];
}

/**
 * Makes room first: the oldest drafts and the oldest versions that nothing pins are deleted.
 *
 * @returns what was deleted
 * @throws {PushOutdated}
 */
export async function writePushRows(database: Database, rows: PushRows): Promise<Pruned> {
  try {
    const [, versions, partVersions] = await database.batch([
      database.select({ holds: guard(rows) }).from(sql`(SELECT 1)`),
      pruneVersions(database, rows),
      pruneParts(database, rows),
      ...insertions(database, rows),
      ...renewals(database, rows),
    ]);
    return { versions, partVersions };
  } catch (error) {
    if (OUTDATED.test(databaseMessage(error))) throw new PushOutdated();
    throw error;
  }
}

/** The guard makes malformed JSON. A name is not unique if a parallel request has just taken it. */
const OUTDATED = /malformed JSON|UNIQUE constraint failed: (?:templates|shared_parts)\.workspace_id/;

const isNew = ({ revision }: { readonly revision: number | null }): boolean => revision === null;

/** Fails, and undoes the transaction, unless all that was read still holds: `json` cannot parse the text. */
function guard({ workspaceId, templates: rows, versions, parts, partVersions, limits }: PushRows): SQL {
  const madeTemplates = rows.filter(isNew).length;
  const madeParts = parts.filter(isNew).length;
  const own = new Set(partVersions.map(({ objectId }) => objectId));
  const pinned = versions.flatMap(({ pins }) => pins ?? []).map(({ objectId }) => objectId);
  const others = [...new Set(pinned)].filter((objectId) => !own.has(objectId));
  const versioned = versions.map(({ templateId }) => templateId);
  const { maxVersions, maxTemplates, maxPartials } = limits;
  return sql`json(CASE WHEN
    EXISTS (SELECT 1 FROM ${workspaces} WHERE id = ${workspaceId})
    AND ${areUnchanged(sql`${templates}`, workspaceId, rows)}
    AND ${areUnchanged(sql`${sharedParts}`, workspaceId, parts)}
    AND (${madeTemplates} = 0
      OR ${madeTemplates} + (SELECT COUNT(*) FROM ${templates} WHERE workspace_id = ${workspaceId}) <= ${maxTemplates})
    AND (${madeParts} = 0 OR ${madeParts} + (SELECT COUNT(*) FROM ${sharedParts}
      WHERE workspace_id = ${workspaceId} AND kind = 'partial') <= ${maxPartials})
    AND NOT EXISTS (SELECT 1 FROM ${templates} AS t
      WHERE t.id IN ${listOf(versioned)} AND ${countPublished(sql`t.id`)} >= ${maxVersions})
    AND NOT EXISTS (SELECT 1 FROM ${sharedParts} AS p
      WHERE p.id IN ${listOf(parts.map(({ id }) => id))} AND ${countPinned(sql`p.id`, workspaceId)} >= ${maxVersions})
    AND NOT EXISTS (SELECT 1 FROM ${eachOf(others)} AS e
      WHERE NOT EXISTS (SELECT 1 FROM ${sharedPartVersions} AS v WHERE v.object_id = e.value))
    THEN '1' ELSE 'outdated' END)`;
}

/** All rows of a table that exist already have the revision at which they were read. */
function areUnchanged(
  table: SQL,
  workspaceId: string,
  rows: readonly { readonly id: string; readonly revision: number | null }[],
): SQL {
  const known = rows
    .filter(({ revision }) => revision !== null)
    .map(({ id, revision }) => ({ id, revision }));
  return sql`(SELECT COUNT(*) FROM ${eachOf(known)} AS e JOIN ${table} AS x
    ON x.id = e.value->>'id' AND x.revision = e.value->>'revision' AND x.workspace_id = ${workspaceId}) = ${known.length}`;
}

const countPublished = (templateId: SQL): SQL => sql`(SELECT COUNT(*) FROM ${templateVersions} AS v
  WHERE v.template_id = ${templateId} AND v.published_at IS NOT NULL)`;

const countPinned = (
  partId: SQL,
  workspaceId: string,
): SQL => sql`(SELECT COUNT(*) FROM ${sharedPartVersions} AS v
  WHERE v.part_id = ${partId} AND v.object_id IN ${pinnedObjects(workspaceId)})`;

const eachOf = (values: readonly unknown[]): SQL => sql`json_each(${JSON.stringify(values)})`;

const listOf = (values: readonly string[]): SQL => sql`(SELECT value FROM ${eachOf(values)})`;

const pruneVersions = (database: Database, { versions, limits }: PushRows) =>
  database
    .delete(templateVersions)
    .where(
      sql`(template_id, version) IN (
        SELECT template_id, version FROM (
          SELECT template_id, version, published_at,
            ROW_NUMBER() OVER (PARTITION BY template_id ORDER BY published_at IS NOT NULL, version) AS place,
            COUNT(*) OVER (PARTITION BY template_id) + 1 - ${limits.maxVersions} AS surplus
          FROM template_versions WHERE template_id IN ${listOf(versions.map(({ templateId }) => templateId))})
        WHERE place <= surplus AND published_at IS NULL)`,
    )
    .returning({ templateId: templateVersions.templateId, objectId: templateVersions.objectId });

const pruneParts = (database: Database, { workspaceId, parts, limits }: PushRows) =>
  database
    .delete(sharedPartVersions)
    .where(
      sql`(part_id, version) IN (
        SELECT part_id, version FROM (
          SELECT part_id, version, is_pinned,
            ROW_NUMBER() OVER (PARTITION BY part_id ORDER BY is_pinned, version) AS place,
            COUNT(*) OVER (PARTITION BY part_id) + 1 - ${limits.maxVersions} AS surplus
          FROM (SELECT part_id, version, object_id IN ${pinnedObjects(workspaceId)} AS is_pinned
            FROM shared_part_versions WHERE part_id IN ${listOf(parts.map(({ id }) => id))}))
        WHERE place <= surplus AND NOT is_pinned)`,
    )
    .returning({ digest: sharedPartVersions.digest, objectId: sharedPartVersions.objectId });

/** A text that is bound may have 2 MB, and the pins of a version can have 40 kB. */
const VERSIONS_PER_STATEMENT = 20;

/** The columns have the order of the tables. */
function insertions(
  database: Database,
  { templates: rows, versions, parts, partVersions, entries }: PushRows,
) {
  const made = rows.filter(isNew);
  const madeParts = parts.filter(isNew);
  return [
    database.insert(templates).select(sql`
      SELECT value->>'id', value->>'workspaceId', value->>'name', value->>'createdAt', value->>'updatedAt',
        value->>'publishedVersion', 0, NULL FROM ${eachOf(made)}`),
    database.insert(sharedParts).select(sql`
      SELECT value->>'id', value->>'workspaceId', value->>'kind', value->>'name', value->>'latestVersion', 0,
        value->>'createdAt', value->>'updatedAt' FROM ${eachOf(madeParts)}`),
    database.insert(sharedPartVersions).select(sql`
      SELECT value->>'partId', value->>'version', value->>'workspaceId', value->>'digest', value->>'objectId',
        value->>'mediaType', value->>'bytes', value->'details', value->>'createdAt', value->>'note'
      FROM ${eachOf(partVersions)}`),
    ...inPieces(versions, VERSIONS_PER_STATEMENT).map((piece) =>
      database.insert(templateVersions).select(sql`
        SELECT value->>'templateId', value->>'version', value->>'workspaceId', value->>'contentHash',
          value->>'contentBytes', value->>'objectId', '{}', NULL, value->>'createdAt', value->>'publishedAt',
          value->>'note', value->>'pins' FROM ${eachOf(piece)}`),
    ),
    database.insert(auditTrail).select(sql`
      SELECT NULL, value->>'workspaceId', value->>'at', value->>'actor', value->>'action', value->>'subject',
        value->'detail' FROM ${eachOf(entries)}`),
  ];
}

/** A field of a row that a statement gets as JSON. */
const field = <Value>(name: string): SQL<Value> => sql<Value>`e.value->>${sql.raw(`'${name}'`)}`;

/** Templates may exchange their names, so a template that gets another name first gives up its own. */
function renewals(database: Database, { templates: rows, publications, parts, at }: PushRows) {
  const changed = rows.filter(({ revision }) => revision !== null);
  const changedParts = parts.filter(({ revision }) => revision !== null);
  return [
    database
      .update(templates)
      .set({ name: sql`templates.id` })
      .from(sql`${eachOf(changed)} AS e`)
      .where(sql`templates.id = ${field('id')} AND templates.name <> ${field('name')}`),
    database
      .update(templates)
      .set({
        name: field('name'),
        updatedAt: field('updatedAt'),
        publishedVersion: field('publishedVersion'),
        revision: sql`templates.revision + 1`,
      })
      .from(sql`${eachOf(changed)} AS e`)
      .where(sql`templates.id = ${field('id')}`),
    database
      .update(templateVersions)
      .set({ publishedAt: sql`COALESCE(template_versions.published_at, ${at})` })
      .from(sql`${eachOf(publications)} AS e`)
      .where(
        sql`template_versions.template_id = ${field('templateId')} AND template_versions.version = ${field('version')}`,
      ),
    database
      .update(sharedParts)
      .set({
        latestVersion: field('latestVersion'),
        updatedAt: field('updatedAt'),
        revision: sql`shared_parts.revision + 1`,
      })
      .from(sql`${eachOf(changedParts)} AS e`)
      .where(sql`shared_parts.id = ${field('id')}`),
  ];
}

function inPieces<Item>(items: readonly Item[], size: number): Item[][] {
  const pieces: Item[][] = [];
  for (let start = 0; start < items.length; start += size) pieces.push(items.slice(start, start + size));
  return pieces;
}
