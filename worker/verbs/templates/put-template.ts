import type { PutTemplate } from '../../../schema/api/operator.ts';
import type { Ctx } from '../../ctx.ts';
import { findTemplateByName } from '../../adapters/d1/templates.ts';
import { createTemplate, updateTemplate } from './save-template.ts';

/** Replaces an existing template as a whole. @throws what `createTemplate` throws */
export async function putTemplate(ctx: Ctx, input: Omit<PutTemplate, 'workspaceId'>): Promise<string> {
  const existing = await findTemplateByName(ctx.services.database, ctx.workspace.id, input.name);
  if (existing === null) return createTemplate(ctx, input);
  await updateTemplate(ctx, {
    settings: {},
    dataSchema: null,
    translations: null,
    ...input,
    templateId: existing.id,
  });
  return existing.id;
}
