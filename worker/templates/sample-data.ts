import type { EditedTemplate } from '../../schema/console/templates.ts';
import { MAX_SAMPLE_DATA_BYTES } from '../../schema/console/templates.ts';
import { ApiError, invalidRequest } from '../api-error.ts';
import type { Ctx } from '../ctx.ts';
import { readTemplate } from './describe-template.ts';
import { findSampleData, updateSampleData } from './queries.ts';

/** `tpl_…` means the newest version, draft or not. @throws {ApiError} `TEMPLATE_NOT_FOUND` */
export async function readEditedTemplate(ctx: Ctx, reference: string): Promise<EditedTemplate> {
  const template = await readTemplate(ctx, reference);
  const { database } = ctx.services;
  return { ...template, sampleData: await findSampleData(database, ctx.workspace.id, template.id) };
}

/** @throws {ApiError} `TEMPLATE_NOT_FOUND`, `VALIDATION_ERROR` */
export async function putSampleData(
  { services, workspace }: Ctx,
  { templateId, sampleData }: { templateId: string; sampleData: Record<string, unknown> },
): Promise<void> {
  const bytes = new TextEncoder().encode(JSON.stringify(sampleData)).length;
  if (bytes > MAX_SAMPLE_DATA_BYTES) {
    throw invalidRequest([`sampleData: is ${bytes} bytes of JSON; the limit is ${MAX_SAMPLE_DATA_BYTES}`]);
  }
  const found = await updateSampleData(services.database, workspace.id, templateId, sampleData);
  if (!found) throw new ApiError('TEMPLATE_NOT_FOUND');
}
