import type { PutTemplate } from '../../schema/api/operator.ts';
import type { Services } from '../services.ts';
import { getWorkspace } from '../workspaces/get-workspace.ts';
import { findTemplateByName } from './queries.ts';
import { createTemplate, updateTemplate } from './save-template.ts';

/**
 * The operator's way to save a template: under its name, new or changed.
 *
 * @returns its id
 * @throws what `createTemplate` throws, and `WORKSPACE_NOT_FOUND`
 */
export async function putTemplate(
  services: Services,
  { workspaceId, ...input }: PutTemplate,
): Promise<string> {
  const workspace = await getWorkspace(services, workspaceId);
  const author = { workspaceId, plan: workspace.plan, actor: 'operator' as const };
  const existing = await findTemplateByName(services.database, workspaceId, input.name);
  if (existing === null) return createTemplate(services, author, input);
  const whole = { settings: {}, dataSchema: null, ...input };
  await updateTemplate(services, author, existing.id, whole);
  return existing.id;
}
