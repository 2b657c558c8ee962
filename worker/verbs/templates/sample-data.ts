import type { TemplateBody } from '../../../schema/api/templates.ts';
import type { EditedTemplate } from '../../../schema/console/templates.ts';
import { MAX_SAMPLE_DATA_BYTES } from '../../../schema/console/templates.ts';
import { invalidRequest } from '../../lib/api-error.ts';
import type { Ctx } from '../../ctx.ts';
import { findJsonProblem } from '../../lib/json-bytes.ts';
import { sampleDataKey } from '../../adapters/r2/keys.ts';
import { getLatestVersion } from './get-template.ts';
import { clearSampleData, findSampleData } from '../../adapters/d1/templates.ts';

export const withSampleData = async (ctx: Ctx, template: TemplateBody): Promise<EditedTemplate> => ({
  ...template,
  sampleData: await readSampleData(ctx, template.id),
});

async function readSampleData(
  { services, workspace }: Ctx,
  templateId: string,
): Promise<Record<string, unknown> | null> {
  const object = await services.templateStore.get(sampleDataKey(workspace.id, templateId));
  if (object === null) return findSampleData(services.database, workspace.id, templateId);
  return new Response(object.body).json();
}

/** @throws {ApiError} `TEMPLATE_NOT_FOUND`, `VALIDATION_ERROR` */
export async function putSampleData(
  ctx: Ctx,
  { templateId, sampleData }: { templateId: string; sampleData: Record<string, unknown> },
): Promise<void> {
  const problem = findJsonProblem(sampleData, MAX_SAMPLE_DATA_BYTES);
  if (problem !== null) throw invalidRequest([`sampleData: ${problem}`]);
  const { services, workspace } = ctx;
  await getLatestVersion(ctx, templateId);
  const key = sampleDataKey(workspace.id, templateId);
  const json = new TextEncoder().encode(JSON.stringify(sampleData));
  await services.templateStore.put(key, json, json.length, { contentType: 'application/json' });
  try {
    // The template may have been deleted while the object was stored.
    await getLatestVersion(ctx, templateId);
  } catch (error) {
    await services.templateStore.delete([key]);
    throw error;
  }
  await clearSampleData(services.database, workspace.id, templateId);
}
