import type { Services } from '../services.ts';
import { getTemplateVersion } from './get-template.ts';
import { markPublished } from './queries.ts';
import type { Author } from './save-template.ts';

/**
 * Publishes a draft, or confirms what is published already.
 *
 * @throws {ApiError} `TEMPLATE_NOT_FOUND`: no such template, or no such version of it
 */
export async function publishTemplate(
  services: Services,
  { workspaceId, actor }: Author,
  templateId: string,
  version: number,
): Promise<void> {
  const found = await getTemplateVersion(services, workspaceId, `${templateId}@${version}`, version);
  const at = new Date(services.now()).toISOString();
  await markPublished(services.database, found.version, at, {
    workspaceId,
    at,
    actor,
    action: 'template.published',
    subject: templateId,
    detail: { name: found.template.name, version },
  });
  await services.ledger(workspaceId).noteChanged('templates');
}
