import { type Pruned, WriteOutdated, writeRows } from '../../adapters/d1/template-writes.ts';
import type { WrittenRows } from '../../adapters/d1/write-rules.ts';
import {
  componentKey,
  sampleDataKey,
  samplesKey,
  sampleSetsKey,
  versionKeys,
} from '../../adapters/r2/keys.ts';
import type { Ctx } from '../../ctx.ts';
import { inTurns } from '../../lib/in-turns.ts';
import { storeSampleSets } from '../templates/sample-objects.ts';
import { storeVersion } from '../templates/versions/objects.ts';
import { deleteObjects } from './delete-objects.ts';
import type { ComponentWrite } from './plan-component.ts';
import type { TemplateWrite } from './plan-template.ts';
import { requireRoom, writeLimits } from './require-room.ts';

/** R2 takes this many objects at a time. */
const WRITES = 6;

/** Templates, partials and assets that are saved together, or not at all. */
export interface Write {
  readonly templates: readonly TemplateWrite[];
  readonly components: readonly ComponentWrite[];
}

/**
 * Writes the objects, then all rows in one transaction. Then it deletes the objects that have no row any more.
 *
 * @throws {WriteOutdated} nothing was written; what `requireRoom` throws
 */
export async function write(ctx: Ctx, changes: Write): Promise<void> {
  const { templates, components } = changes;
  if (templates.length === 0 && components.length === 0) return;
  const rows = toRows(ctx, changes);
  await requireRoom(ctx, rows);
  const pruned = await storeAndWrite(ctx, changes, rows);
  await ctx.ledger.noteChanged('templates');
  await deleteObjects(ctx, [
    ...versionObjects(ctx, pruned),
    ...templates.flatMap((template) => replacedSamples(ctx, template)),
  ]);
}

/**
 * Asks whether the changes could be written now. Their pins were found just before, and an asset that will be uploaded has no
 * object yet.
 *
 * @throws what `requireRoom` throws
 */
export function checkWrite(ctx: Ctx, changes: Write): Promise<void> {
  const rows = toRows(ctx, changes);
  return requireRoom(ctx, { ...rows, newVersions: rows.newVersions.map((row) => ({ ...row, pins: null })) });
}

/** The objects go first, so every row has its objects. */
async function storeAndWrite(ctx: Ctx, changes: Write, rows: WrittenRows): Promise<Pruned> {
  let areRowsSent = false;
  try {
    await storeObjects(ctx, changes);
    areRowsSent = true;
    return await writeRows(ctx.services.database, rows);
  } catch (error) {
    // No row was inserted. After another error of the database, the rows may exist.
    if (!areRowsSent || error instanceof WriteOutdated) await deleteStored(ctx, changes);
    throw error;
  }
}

async function storeObjects(ctx: Ctx, { templates, components }: Write): Promise<void> {
  const { services, workspace } = ctx;
  await inTurns(WRITES, components, async ({ version, bytes }) => {
    const metadata = { contentType: version.mediaType };
    await services.templateStore.put(componentKey(workspace.id, version), bytes, bytes.byteLength, metadata);
  });
  await inTurns(WRITES, templates, async ({ row, next, samples }) => {
    if (next !== null) await storeVersion(ctx, next.row, next.fields);
    if (samples !== null) await storeSampleSets(ctx, row.id, samples);
  });
}

function toRows({ workspace }: Ctx, { templates, components }: Write): WrittenRows {
  return {
    workspaceId: workspace.id,
    templates: templates.map(({ row }) => row),
    newVersions: templates.flatMap(({ next }) => next?.row ?? []),
    changedVersions: templates.flatMap(({ kept }) => kept ?? []),
    components: components.map(({ row }) => row),
    componentVersions: components.map(({ version }) => version),
    limits: writeLimits(workspace.plan),
    entries: [...components, ...templates].map(({ entry }) => entry),
  };
}

function deleteStored(ctx: Ctx, { templates, components }: Write): Promise<void> {
  const versions = templates.flatMap(({ next }) => next?.row ?? []);
  const componentVersions = components.map(({ version }) => version);
  const sampleKeys = templates.flatMap(({ row, samples }) =>
    samples === null ? [] : samplesKey(ctx.workspace.id, row.id, samples.objectId),
  );
  return deleteObjects(ctx, [...versionObjects(ctx, { versions, componentVersions }), ...sampleKeys]);
}

/** The content of older versions has no object id. It is deleted with the template. */
const versionObjects = ({ workspace: { id } }: Ctx, { versions, componentVersions }: Pruned): string[] => [
  ...componentVersions.map((version) => componentKey(id, version)),
  ...versions.flatMap(({ templateId, objectId }) =>
    objectId === null ? [] : Object.values(versionKeys(id, templateId, objectId)),
  ),
];

function replacedSamples({ workspace }: Ctx, { row, samples }: TemplateWrite): string[] {
  if (samples === null || row.revision === 0) return [];
  const { replaces } = samples;
  return replaces === null
    ? [sampleSetsKey(workspace.id, row.id), sampleDataKey(workspace.id, row.id)]
    : [samplesKey(workspace.id, row.id, replaces)];
}
