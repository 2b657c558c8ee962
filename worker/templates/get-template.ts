import type { TemplateSettings } from '../../schema/api/pdf-options.ts';
import { ApiError } from '../api-error.ts';
import type { Services } from '../services.ts';
import { templateKey } from '../storage/keys.ts';
import { findTemplateRow } from './queries.ts';

/** A saved template with its content. */
export interface Template {
  readonly id: string;
  readonly name: string;
  readonly content: string;
  readonly settings: TemplateSettings;
}

/** @throws {ApiError} `TEMPLATE_NOT_FOUND`, for another workspace's template too (decision 30) */
export async function getTemplate(
  services: Services,
  workspaceId: string,
  templateId: string,
): Promise<Template> {
  const row = await findTemplateRow(services.database, workspaceId, templateId);
  if (row === null) {
    throw new ApiError('TEMPLATE_NOT_FOUND', 'The template does not exist or is not accessible.');
  }
  const object = await services.templateStore.get(templateKey(workspaceId, row.contentHash));
  if (object === null) throw new Error(`The content of template ${row.id} is missing from R2`);
  return {
    id: row.id,
    name: row.name,
    content: await new Response(object.body).text(),
    settings: row.settings,
  };
}
