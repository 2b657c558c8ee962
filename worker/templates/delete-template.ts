import type { Services } from '../services.ts';
import { templatePrefix } from '../storage/keys.ts';
import { getLatestVersion } from './get-template.ts';
import { deleteTemplateRows } from './queries.ts';
import type { Author } from './save-template.ts';

/**
 * Deletes a template with all its versions. Rows first: content that nothing names harms nobody, a row
 * without its content would. Files made from it stay.
 *
 * @throws {ApiError} `TEMPLATE_NOT_FOUND`
 */
export async function deleteTemplate(services: Services, author: Author, templateId: string): Promise<void> {
  const { workspaceId, actor } = author;
  const { template } = await getLatestVersion(services, workspaceId, templateId);
  await deleteTemplateRows(services.database, workspaceId, template.id, {
    workspaceId,
    at: new Date(services.now()).toISOString(),
    actor,
    action: 'template.deleted',
    subject: template.id,
    detail: { name: template.name },
  });
  await services.ledger(workspaceId).noteChanged('templates');
  await services.templateStore.deleteUnder(templatePrefix(workspaceId, template.id));
}
