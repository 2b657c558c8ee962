import type { AuditAction } from '../../../schema/api/audit.ts';
import { newId } from '../../../schema/ids.ts';
import { PLANS } from '../../../schema/plans.ts';
import { type PushRows, PushOutdated, type Pruned, writePushRows } from '../../adapters/d1/push.ts';
import { partKey, templatePrefix } from '../../adapters/r2/keys.ts';
import type { Ctx } from '../../ctx.ts';
import { inTurns } from '../../lib/in-turns.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import { deleteObjects } from '../parts/delete-objects.ts';
import { KINDS, limitsOf } from '../parts/part-kinds.ts';
import { storeSampleSets } from '../templates/sample-sets.ts';
import { readNote } from '../templates/version-note.ts';
import { deleteParts, storeParts, type StoredParts } from '../templates/versions/objects.ts';
import type { PlannedTemplate, PushPlan } from './plan-push.ts';
import type { NewPartial } from './push-parts.ts';

/** R2 takes this many objects at a time. */
const WRITES = 6;

/**
 * Writes the objects, then all rows in one transaction, then the sample data, which has no versions. If the last step fails,
 * the same push again repairs it.
 *
 * @throws {PushOutdated} nothing was written
 */
export async function writePush(ctx: Ctx, plan: PushPlan): Promise<void> {
  const { newPartials, templates } = plan;
  const changed = templates.filter(
    ({ before, fields }) => before === null || fields.some((field) => field !== 'sampleSets'),
  );
  const pruned = await writeRows(ctx, { newPartials, changed, stored: new Map() });
  const sampled = templates.filter(({ newSampleSets }) => newSampleSets !== null);
  if (pruned !== null || sampled.length > 0) await ctx.ledger.noteChanged('templates');
  await inTurns(WRITES, sampled, ({ id, newSampleSets }) => storeSampleSets(ctx, id, newSampleSets ?? []));
  if (pruned !== null) await deletePruned(ctx, pruned);
}

/** Returns null if there is nothing to write. */
async function writeRows(ctx: Ctx, writing: Writing): Promise<Pruned | null> {
  if (writing.changed.length === 0 && writing.newPartials.length === 0) return null;
  let areRowsSent = false;
  try {
    await storeObjects(ctx, writing);
    areRowsSent = true;
    return await writePushRows(ctx.services.database, toRows(ctx, writing));
  } catch (error) {
    // No row was inserted. After another error of the database, the rows may exist.
    if (!areRowsSent || error instanceof PushOutdated) await deleteStored(ctx, writing);
    throw error;
  }
}

interface Writing {
  readonly newPartials: readonly NewPartial[];
  readonly changed: readonly PlannedTemplate[];
  /** The objects of new versions, by the id of the template. */
  readonly stored: Map<string, StoredParts>;
}

async function storeObjects(ctx: Ctx, { newPartials, changed, stored }: Writing): Promise<void> {
  const { services, workspace } = ctx;
  await inTurns(WRITES, newPartials, async ({ pin, content }) => {
    const metadata = { contentType: pin.mediaType };
    await services.templateStore.put(partKey(workspace.id, pin), content, content.length, metadata);
  });
  await inTurns(WRITES, changed, async ({ id, isVersion, parts }) => {
    if (isVersion) stored.set(id, await storeParts(ctx, id, parts));
  });
}

function toRows(ctx: Ctx, { newPartials, changed, stored }: Writing): PushRows {
  const { workspace } = ctx;
  const at = new Date(ctx.services.now()).toISOString();
  const partIds = new Map(
    newPartials.map(({ pushed: { name }, before }) => [name, before?.part.id ?? newId('part')]),
  );
  const idOf = (name: string) => partIds.get(name) ?? '';
  const { maxVersions, maxTemplates } = PLANS[workspace.plan];
  return {
    workspaceId: workspace.id,
    templates: changed.map(({ id, before, pushed: { name }, publishedVersion, fields }) => ({
      id,
      workspaceId: workspace.id,
      name,
      createdAt: before?.template.createdAt ?? at,
      updatedAt: before === null || fields.some(isShown) ? at : before.template.updatedAt,
      publishedVersion,
      revision: before?.template.revision ?? null,
    })),
    versions: changed
      .filter(({ isVersion }) => isVersion)
      .map((template) => toVersion(ctx, template, stored, at)),
    publications: changed
      .filter(({ isVersion, version, publishedVersion }) => !isVersion && publishedVersion === version)
      .map(({ id, version }) => ({ templateId: id, version })),
    parts: newPartials.map(({ pin, before }) => ({
      id: idOf(pin.name),
      workspaceId: workspace.id,
      kind: 'partial',
      name: pin.name,
      latestVersion: pin.version,
      revision: before?.part.revision ?? null,
      createdAt: before?.part.createdAt ?? at,
      updatedAt: at,
    })),
    partVersions: newPartials.map(({ pin: { name, version, digest, objectId, mediaType, bytes } }) => ({
      partId: idOf(name),
      version,
      workspaceId: workspace.id,
      digest,
      objectId,
      mediaType,
      bytes,
      details: {},
      createdAt: at,
      note: null,
    })),
    limits: { maxVersions, maxTemplates, maxPartials: limitsOf('partial', workspace.plan).maxParts },
    entries: [
      ...newPartials.map(({ pin: { name, version } }) =>
        auditEntry(ctx, KINDS.partial.saved, idOf(name), { name, version }),
      ),
      ...changed.map((template) => auditEntry(ctx, actionOf(template), template.id, detailOf(template))),
    ],
    at,
  };
}

/** As for other changes, the publication of an existing version changes no date. */
const isShown = (field: PlannedTemplate['fields'][number]): boolean => field !== 'publication';

function toVersion(
  ctx: Ctx,
  { id, version, contentHash, pushed, publishedVersion, pins }: PlannedTemplate,
  stored: ReadonlyMap<string, StoredParts>,
  at: string,
): PushRows['versions'][number] {
  const object = stored.get(id);
  if (object === undefined) throw new Error(`The version of ${id} was not stored`);
  return {
    templateId: id,
    version,
    workspaceId: ctx.workspace.id,
    contentHash,
    ...object,
    settings: {},
    dataSchema: null,
    createdAt: at,
    publishedAt: publishedVersion === version ? at : null,
    note: readNote(pushed.note),
    pins,
  };
}

function actionOf({ before, fields }: PlannedTemplate): AuditAction {
  if (before === null) return 'template.created';
  return fields.some(isShown) ? 'template.changed' : 'template.published';
}

const detailOf = ({
  pushed: { name },
  isVersion,
  version,
  fields,
}: PlannedTemplate): Record<string, string | number> =>
  isVersion || !fields.some(isShown) ? { name, version } : { name };

async function deleteStored(ctx: Ctx, { newPartials, changed, stored }: Writing): Promise<void> {
  await deleteObjects(
    ctx,
    newPartials.map(({ pin }) => pin),
  );
  await inTurns(WRITES, changed, async ({ id, before }) => {
    const object = stored.get(id);
    if (object === undefined) return;
    if (before === null) await ctx.services.templateStore.deleteUnder(templatePrefix(ctx.workspace.id, id));
    else await deleteParts(ctx, id, [object.objectId]);
  });
}

async function deletePruned(ctx: Ctx, { versions, partVersions }: Pruned): Promise<void> {
  await deleteObjects(ctx, partVersions);
  await inTurns(WRITES, versions, async ({ templateId, objectId }) => {
    if (objectId !== null) await deleteParts(ctx, templateId, [objectId]);
  });
}
