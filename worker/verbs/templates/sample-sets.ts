import {
  DEFAULT_SAMPLE_NAME,
  MAX_SAMPLE_DATA_BYTES,
  sampleSet,
  type SampleSet,
} from '../../../schema/api/sample-sets.ts';
import type { TemplateBody } from '../../../schema/api/templates.ts';
import type { EditedTemplate } from '../../../schema/console/templates.ts';
import { invalidRequest } from '../../lib/api-error.ts';
import type { Ctx } from '../../ctx.ts';
import { findJsonProblem } from '../../lib/json-bytes.ts';
import { sampleDataKey, sampleSetsKey } from '../../adapters/r2/keys.ts';
import { getLatestVersion } from './get-template.ts';
import { clearSampleData, findSampleData } from '../../adapters/d1/templates.ts';

export async function withSampleSets(ctx: Ctx, template: TemplateBody): Promise<EditedTemplate> {
  const sampleSets = await readSampleSets(ctx, template.id);
  return { ...template, sampleSets, sampleData: sampleSets[0]?.data ?? null };
}

/** @throws {ApiError} `TEMPLATE_NOT_FOUND` */
export async function listSampleSets(ctx: Ctx, templateId: string): Promise<SampleSet[]> {
  await getLatestVersion(ctx, templateId);
  return readSampleSets(ctx, templateId);
}

/** Replaces the sets of a template. @throws {ApiError} `TEMPLATE_NOT_FOUND`, `VALIDATION_ERROR` */
export async function putSampleSets(
  ctx: Ctx,
  { templateId, sampleSets }: { templateId: string; sampleSets: readonly SampleSet[] },
): Promise<void> {
  const problems = findSampleProblems(sampleSets);
  if (problems.length > 0) throw invalidRequest(problems);
  await getLatestVersion(ctx, templateId);
  await storeSampleSets(ctx, templateId, sampleSets);
}

/** Replaces the data of the first set. @throws as {@link putSampleSets} */
export async function putSampleData(
  ctx: Ctx,
  { templateId, sampleData: data }: { templateId: string; sampleData: Record<string, unknown> },
): Promise<void> {
  const problem = findJsonProblem(data, MAX_SAMPLE_DATA_BYTES);
  if (problem !== null) throw invalidRequest([`sampleData: ${problem}`]);
  const [first, ...others] = await listSampleSets(ctx, templateId);
  await storeSampleSets(ctx, templateId, [{ name: first?.name ?? DEFAULT_SAMPLE_NAME, data }, ...others]);
}

/** What their schema cannot express. */
export const findSampleProblems = (sampleSets: readonly SampleSet[]): string[] =>
  sampleSets.flatMap(({ data }, index) => {
    const problem = findJsonProblem(data, MAX_SAMPLE_DATA_BYTES);
    return problem === null ? [] : [`sampleSets[${index}].data: ${problem}`];
  });

export async function readSampleSets(ctx: Ctx, templateId: string): Promise<SampleSet[]> {
  const { services, workspace } = ctx;
  const object = await services.templateStore.get(sampleSetsKey(workspace.id, templateId));
  if (object !== null) return sampleSet.array().parse(await new Response(object.body).json());
  const data = await readOlderData(ctx, templateId);
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

/** The sets were checked. @throws {ApiError} `TEMPLATE_NOT_FOUND` */
export async function storeSampleSets(
  ctx: Ctx,
  templateId: string,
  sets: readonly SampleSet[],
): Promise<void> {
  const { services, workspace } = ctx;
  const key = sampleSetsKey(workspace.id, templateId);
  const json = new TextEncoder().encode(JSON.stringify(sets));
  await services.templateStore.put(key, json, json.length, { contentType: 'application/json' });
  try {
    // The template may have been deleted while the object was stored.
    await getLatestVersion(ctx, templateId);
  } catch (error) {
    await services.templateStore.delete([key]);
    throw error;
  }
  await services.templateStore.delete([sampleDataKey(workspace.id, templateId)]);
  await clearSampleData(services.database, workspace.id, templateId);
}
