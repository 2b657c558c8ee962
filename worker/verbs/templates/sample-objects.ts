import { DEFAULT_SAMPLE_NAME, sampleSet, type SampleSet } from '../../../schema/api/sample-sets.ts';
import { findSampleData } from '../../adapters/d1/templates.ts';
import { WriteOutdated } from '../../adapters/d1/template-writes.ts';
import type { TemplateRow } from '../../adapters/d1/template-versions.ts';
import { sampleDataKey, samplesKey, sampleSetsKey } from '../../adapters/r2/keys.ts';
import type { Ctx } from '../../ctx.ts';

/** @throws {WriteOutdated} the sets were replaced since the row was read */
export async function readSampleSets(
  ctx: Ctx,
  { id, samplesObjectId }: Pick<TemplateRow, 'id' | 'samplesObjectId'>,
): Promise<SampleSet[]> {
  const { services, workspace } = ctx;
  const key =
    samplesObjectId === null
      ? sampleSetsKey(workspace.id, id)
      : samplesKey(workspace.id, id, samplesObjectId);
  const object = await services.templateStore.get(key);
  if (object !== null) return sampleSet.array().parse(await new Response(object.body).json());
  if (samplesObjectId !== null) throw new WriteOutdated();
  const data = await readOlderData(ctx, id);
  return data === null ? [] : [{ name: DEFAULT_SAMPLE_NAME, data }];
}

/** Reads the data that was saved before a template could have several sets. */
async function readOlderData(
  { services, workspace }: Ctx,
  templateId: string,
): Promise<Record<string, unknown> | null> {
  const object = await services.templateStore.get(sampleDataKey(workspace.id, templateId));
  if (object === null) return findSampleData(services.database, workspace.id, templateId);
  return new Response(object.body).json();
}

export async function storeSampleSets(
  { services, workspace }: Ctx,
  templateId: string,
  { objectId, sets }: { readonly objectId: string; readonly sets: readonly SampleSet[] },
): Promise<void> {
  const json = new TextEncoder().encode(JSON.stringify(sets));
  const key = samplesKey(workspace.id, templateId, objectId);
  await services.templateStore.put(key, json, json.length, { contentType: 'application/json' });
}
