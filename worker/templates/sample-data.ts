import type { EditedTemplate } from '../../schema/console/templates.ts';
import { MAX_SAMPLE_DATA_BYTES } from '../../schema/console/templates.ts';
import { invalidRequest } from '../api-error.ts';
import type { Services } from '../services.ts';
import { readTemplate } from './describe-template.ts';
import { templateNotFound } from './get-template.ts';
import { findSampleData, updateSampleData } from './queries.ts';

/**
 * A version of a template with the data that its author tries it with.
 *
 * @param reference `tpl_…` for the newest version, draft or not; `tpl_…@3` for a given one
 * @throws {ApiError} `TEMPLATE_NOT_FOUND`
 */
export async function readEditedTemplate(
  services: Services,
  workspaceId: string,
  reference: string,
): Promise<EditedTemplate> {
  const template = await readTemplate(services, workspaceId, reference);
  return { ...template, sampleData: await findSampleData(services.database, workspaceId, template.id) };
}

/**
 * Keeps the data that a template is tried with: beside its versions, so that it makes none.
 *
 * @throws {ApiError} `TEMPLATE_NOT_FOUND`; `VALIDATION_ERROR`: more than a row should hold
 */
export async function putSampleData(
  services: Services,
  workspaceId: string,
  templateId: string,
  sampleData: Record<string, unknown>,
): Promise<void> {
  const bytes = new TextEncoder().encode(JSON.stringify(sampleData)).length;
  if (bytes > MAX_SAMPLE_DATA_BYTES) {
    throw invalidRequest([
      `sampleData: is ${bytes} bytes of JSON; at most ${MAX_SAMPLE_DATA_BYTES} are kept`,
    ]);
  }
  const found = await updateSampleData(services.database, workspaceId, templateId, sampleData);
  if (!found) throw templateNotFound();
}
