import type { Meter } from '@platen/meter';
import {
  DEFAULT_SAMPLE_NAME,
  MAX_SAMPLE_DATA_BYTES,
  type SampleSet,
} from '../../../schema/api/sample-sets.ts';
import type { TemplateBody } from '../../../schema/api/templates.ts';
import type { EditedTemplate } from '../../../schema/console/templates.ts';
import { ApiError, invalidRequest } from '../../lib/api-error.ts';
import type { Ctx } from '../../ctx.ts';
import { findJsonProblem } from '../../lib/json-bytes.ts';
import { retried } from '../write/retried.ts';
import { saveOne } from '../write/save-one.ts';
import { getLatestVersion } from './get-template.ts';
import { readSampleSets } from './sample-objects.ts';

export async function withSampleSets(ctx: Ctx, template: TemplateBody): Promise<EditedTemplate> {
  const sampleSets = await listSampleSets(ctx, template.id);
  return { ...template, sampleSets, sampleData: sampleSets[0]?.data ?? null };
}

/** @throws {ApiError} `TEMPLATE_NOT_FOUND` */
export const listSampleSets = (ctx: Ctx, templateId: string): Promise<SampleSet[]> =>
  retried(async () => {
    const { template } = await getLatestVersion(ctx, templateId);
    return readSampleSets(ctx, template);
  }, new ApiError('TEMPLATE_CHANGED'));

/** Replaces the sets of a template. @throws {ApiError} `TEMPLATE_NOT_FOUND`, `VALIDATION_ERROR` */
export async function putSampleSets(
  ctx: Ctx,
  { templateId, sampleSets }: { templateId: string; sampleSets: readonly SampleSet[] },
): Promise<void> {
  const problems = findSampleProblems(sampleSets, ctx.meter);
  if (problems.length > 0) throw invalidRequest(problems);
  await saveSampleSets(ctx, templateId, () => sampleSets);
}

/** Replaces the data of the first set. @throws as {@link putSampleSets} */
export async function putSampleData(
  ctx: Ctx,
  { templateId, sampleData: data }: { templateId: string; sampleData: Record<string, unknown> },
): Promise<void> {
  const problem = findJsonProblem(data, MAX_SAMPLE_DATA_BYTES, ctx.meter);
  if (problem !== null) throw invalidRequest([`sampleData: ${problem}`]);
  await saveSampleSets(ctx, templateId, ([first, ...others]) => [
    { name: first?.name ?? DEFAULT_SAMPLE_NAME, data },
    ...others,
  ]);
}

const saveSampleSets = (
  ctx: Ctx,
  templateId: string,
  change: (sets: readonly SampleSet[]) => readonly SampleSet[],
) =>
  saveOne(ctx, async () => {
    const before = await getLatestVersion(ctx, templateId);
    const { name } = before.template;
    const present = await readSampleSets(ctx, before.template);
    const sampleSets = change(present);
    return JSON.stringify(sampleSets) === JSON.stringify(present)
      ? { before, name }
      : { before, name, sampleSets };
  });

/** Finds the problems that their schema cannot express. */
export const findSampleProblems = (sampleSets: readonly SampleSet[], meter: Meter): string[] =>
  sampleSets.flatMap(({ data }, index) => {
    const problem = findJsonProblem(data, MAX_SAMPLE_DATA_BYTES, meter);
    return problem === null ? [] : [`sampleSets[${index}].data: ${problem}`];
  });
