import { sql } from 'drizzle-orm';
import { sharedComponents, sharedComponentVersions } from '../../../schema/tables/components.ts';
import { templates, templateVersions } from '../../../schema/tables/templates.ts';
import { auditTrail } from '../../../schema/tables/audit-trail.ts';
import { WRITE_GUARD, writeGuard } from '../../../schema/tables/write-guard.ts';
import { type Database, databaseMessage } from './database.ts';
import { pinnedObjects, type ComponentVersionRow } from './components.ts';
import type { VersionRow } from './template-versions.ts';
import { allHold, eachOf, listOf, type WrittenRows } from './write-rules.ts';

/** A template or a component has changed since the write was planned, or there is no room. Nothing was written. */
export class WriteOutdated extends Error {
  override readonly name = 'WriteOutdated';
}

export interface Pruned {
  readonly versions: readonly Pick<VersionRow, 'templateId' | 'objectId'>[];
  readonly componentVersions: readonly Pick<ComponentVersionRow, 'digest' | 'objectId'>[];
}

/**
 * The only writer of templates, partials and assets. It writes all rows in one transaction. It makes room first: the oldest
 * drafts and the oldest versions of components that nothing pins are deleted.
 *
 * @returns what was deleted
 * @throws {WriteOutdated}
 */
export async function writeRows(database: Database, rows: WrittenRows): Promise<Pruned> {
  try {
    const [, versions, componentVersions] = await database.batch([
      guard(database, rows),
      pruneVersions(database, rows),
      pruneComponents(database, rows),
      freeNames(database, rows),
      putTemplates(database, rows),
      putComponents(database, rows),
      insertComponentVersions(database, rows),
      ...insertVersions(database, rows),
      ...changeVersions(database, rows),
      insertEntries(database, rows),
    ]);
    return { versions, componentVersions };
  } catch (error) {
    if (databaseMessage(error).includes(`CHECK constraint failed: ${WRITE_GUARD}`)) throw new WriteOutdated();
    throw error;
  }
}

/** Fails, and undoes the transaction, unless all rules hold. */
const guard = (database: Database, rows: WrittenRows) =>
  database
    .insert(writeGuard)
    .values({ id: 1, holds: allHold(rows) })
    .onConflictDoUpdate({ target: writeGuard.id, set: { holds: sql`excluded.holds` } });

const pruneVersions = (database: Database, { newVersions, limits }: WrittenRows) =>
  database
    .delete(templateVersions)
    .where(
      sql`(template_id, version) IN (
        SELECT template_id, version FROM (
          SELECT template_id, version, published_at,
            ROW_NUMBER() OVER (PARTITION BY template_id ORDER BY published_at IS NOT NULL, version) AS place,
            COUNT(*) OVER (PARTITION BY template_id) + 1 - ${limits.maxVersions} AS surplus
          FROM template_versions WHERE template_id IN ${listOf(newVersions.map(({ templateId }) => templateId))})
        WHERE place <= surplus AND published_at IS NULL)`,
    )
    .returning({ templateId: templateVersions.templateId, objectId: templateVersions.objectId });

const pruneComponents = (database: Database, { workspaceId, components, limits }: WrittenRows) =>
  database
    .delete(sharedComponentVersions)
    .where(
      sql`(part_id, version) IN (
        SELECT part_id, version FROM (
          SELECT part_id, version, is_pinned,
            ROW_NUMBER() OVER (PARTITION BY part_id ORDER BY is_pinned, version) AS place,
            COUNT(*) OVER (PARTITION BY part_id) + 1 - ${limits.maxVersions} AS surplus
          FROM (SELECT part_id, version, object_id IN ${pinnedObjects(workspaceId)} AS is_pinned
            FROM shared_part_versions WHERE part_id IN ${listOf(components.map(({ id }) => id))}))
        WHERE place <= surplus AND NOT is_pinned)`,
    )
    .returning({ digest: sharedComponentVersions.digest, objectId: sharedComponentVersions.objectId });

/** Templates may exchange their names, so a template that gets another name first gives up its own. */
const freeNames = (database: Database, { templates: rows }: WrittenRows) =>
  database
    .update(templates)
    .set({ name: sql`templates.id` })
    .from(sql`${eachOf(rows.map(({ id, name }) => ({ id, name })))} AS e`)
    .where(sql`templates.id = e.value->>'id' AND templates.name <> e.value->>'name'`);

/** The columns have the order of the table. SQLite needs a WHERE between a SELECT and ON CONFLICT. */
const putTemplates = (database: Database, { templates: rows }: WrittenRows) =>
  database
    .insert(templates)
    .select(
      sql`SELECT value->>'id', value->>'workspaceId', value->>'name', value->>'createdAt', value->>'updatedAt',
        value->>'publishedVersion', value->>'revision', NULL, value->>'samplesObjectId'
        FROM ${eachOf(rows)} WHERE TRUE`,
    )
    .onConflictDoUpdate({
      target: templates.id,
      set: {
        name: sql`excluded.name`,
        updatedAt: sql`excluded.updated_at`,
        publishedVersion: sql`excluded.published_version`,
        revision: sql`excluded.revision`,
        samplesObjectId: sql`excluded.samples_object_id`,
        // The object replaces what an older row has.
        sampleData: sql`IIF(excluded.samples_object_id IS NULL, templates.sample_data, NULL)`,
      },
    });

const putComponents = (database: Database, { components }: WrittenRows) =>
  database
    .insert(sharedComponents)
    .select(
      sql`SELECT value->>'id', value->>'workspaceId', value->>'kind', value->>'name', value->>'latestVersion',
        value->>'revision', value->>'createdAt', value->>'updatedAt' FROM ${eachOf(components)} WHERE TRUE`,
    )
    .onConflictDoUpdate({
      target: sharedComponents.id,
      set: {
        latestVersion: sql`excluded.latest_version`,
        updatedAt: sql`excluded.updated_at`,
        revision: sql`excluded.revision`,
      },
    });

const insertComponentVersions = (database: Database, { componentVersions }: WrittenRows) =>
  database.insert(sharedComponentVersions).select(
    sql`SELECT value->>'componentId', value->>'version', value->>'workspaceId', value->>'digest', value->>'objectId',
      value->>'mediaType', value->>'bytes', value->'details', value->>'createdAt', value->>'note'
      FROM ${eachOf(componentVersions)}`,
  );

/** A text that is bound may have 2 MB, and the pins of a version can have 40 kB. */
const VERSIONS_PER_STATEMENT = 20;

const insertVersions = (database: Database, { newVersions }: WrittenRows) =>
  inPieces(newVersions, VERSIONS_PER_STATEMENT).map((piece) =>
    database.insert(templateVersions).select(
      sql`SELECT value->>'templateId', value->>'version', value->>'workspaceId', value->>'contentHash',
        value->>'contentBytes', value->>'objectId', '{}', NULL, value->>'createdAt', value->>'publishedAt',
        value->>'note', value->>'pins' FROM ${eachOf(piece)}`,
    ),
  );

/** Only a draft that is published for the first time gets other pins. */
const changeVersions = (database: Database, { changedVersions }: WrittenRows) =>
  inPieces(changedVersions, VERSIONS_PER_STATEMENT).map((piece) =>
    database
      .update(templateVersions)
      .set({
        publishedAt: sql`e.value->>'publishedAt'`,
        note: sql`e.value->>'note'`,
        pins: sql`e.value->>'pins'`,
      })
      .from(sql`${eachOf(piece.map(ofChange))} AS e`)
      .where(
        sql`template_versions.template_id = e.value->>'templateId' AND template_versions.version = e.value->>'version'`,
      ),
  );

/** Older rows also have settings and a data schema, which stay as they are. */
const ofChange = ({ templateId, version, publishedAt, note, pins }: VersionRow) => ({
  templateId,
  version,
  publishedAt,
  note,
  pins,
});

const insertEntries = (database: Database, { entries }: WrittenRows) =>
  database.insert(auditTrail).select(
    sql`SELECT NULL, value->>'workspaceId', value->>'at', value->>'actor', value->>'action', value->>'subject',
      COALESCE(value->'detail', '{}') FROM ${eachOf(entries)}`,
  );

function inPieces<Item>(items: readonly Item[], size: number): Item[][] {
  const pieces: Item[][] = [];
  for (let start = 0; start < items.length; start += size) pieces.push(items.slice(start, start + size));
  return pieces;
}
