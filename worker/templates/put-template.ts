import { checkTemplate } from '../../compose/check-template.ts';
import type { PutTemplate } from '../../schema/api/operator.ts';
import { newId } from '../../schema/ids.ts';
import { PLANS } from '../../schema/plans.ts';
import { invalidRequest } from '../api-error.ts';
import type { Services } from '../services.ts';
import { sha256Hex } from '../sha256.ts';
import { templateKey } from '../storage/keys.ts';
import { getWorkspace } from '../workspaces/get-workspace.ts';
import { type TemplateRecord, upsertTemplate } from './queries.ts';

/**
 * Saves a template under its name, or changes the one that has it. Content goes to R2 under its hash
 * before the row names it, so a row never points at nothing.
 *
 * @throws {ApiError} `WORKSPACE_NOT_FOUND`; `VALIDATION_ERROR` over the plan's HTML limit
 * @throws {TemplateError} Handlebars that does not compile
 * @throws {InvalidComposition} settings that leave no page, an unknown locale or time zone
 */
export async function putTemplate(services: Services, input: PutTemplate): Promise<TemplateRecord> {
  const workspace = await getWorkspace(services, input.workspaceId);
  const settings = input.settings ?? {};
  const bytes = new TextEncoder().encode(input.content);
  const { maxHtmlBytes } = PLANS[workspace.plan];
  if (bytes.length > maxHtmlBytes) {
    throw invalidRequest([`content: is ${bytes.length} bytes; the plan allows ${maxHtmlBytes}`]);
  }
  checkTemplate({ content: input.content, settings });
  const contentHash = await sha256Hex(input.content);
  await services.templateStore.put(
    templateKey(workspace.id, contentHash),
    new Blob([bytes]).stream(),
    bytes.length,
    { contentType: 'text/html; charset=utf-8' },
  );
  const now = new Date(services.now()).toISOString();
  return upsertTemplate(services.database, {
    id: newId('tpl'),
    workspaceId: workspace.id,
    name: input.name,
    contentHash,
    contentBytes: bytes.length,
    settings,
    createdAt: now,
    updatedAt: now,
  });
}
