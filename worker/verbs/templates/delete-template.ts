import { auditEntry } from '../audit/audit-entry.ts';
import type { Ctx } from '../../ctx.ts';
import { templatePrefix } from '../../adapters/r2/keys.ts';
import { getLatestVersion } from './get-template.ts';
import { deleteTemplateRows } from '../../adapters/d1/templates.ts';

/** The rows go first: a row must not outlive its content. @throws {ApiError} `TEMPLATE_NOT_FOUND` */
export async function deleteTemplate(ctx: Ctx, templateId: string): Promise<void> {
  const { services, workspace, ledger } = ctx;
  const { template } = await getLatestVersion(ctx, templateId);
  const entry = auditEntry(ctx, 'template.deleted', template.id, { name: template.name });
  await deleteTemplateRows(services.database, workspace.id, template.id, entry);
  await ledger.noteChanged('templates');
  await services.templateStore.deleteUnder(templatePrefix(workspace.id, template.id));
}
