import { cut } from '../../../compose/source-text.ts';
import { findTemplateByName, findTemplateVersion } from '../../adapters/d1/templates.ts';
import { readReference } from '../../adapters/d1/template-reference.ts';
import type { Ctx } from '../../ctx.ts';
import { ApiError } from '../../lib/api-error.ts';

const MAX_CHARACTERS = 100;

/** Says why a reference leads to no template that the request may have. @param text the reference, such as `tpl_…@3` */
export async function templateNotFound(ctx: Ctx, text: string): Promise<ApiError> {
  return new ApiError('TEMPLATE_NOT_FOUND', { details: [`templateId: ${await describe(ctx, text)}`] });
}

async function describe({ services: { database }, workspace }: Ctx, text: string): Promise<string> {
  const reference = readReference(text, 'published');
  if (reference === null) {
    const named = await findTemplateByName(database, workspace.id, text);
    const given = `"${cut(text, MAX_CHARACTERS)}"`;
    return named === null
      ? `${given} is not the id of a template (tpl_…); GET /v1/templates lists them`
      : `${given} is the name of a template; its id is ${named.id}`;
  }
  const { templateId, version } = reference;
  const latest = await findTemplateVersion(database, workspace.id, templateId, 'latest');
  if (latest === null) return `the workspace has no template ${templateId}`;
  if (typeof version !== 'number')
    return `${templateId} has no published version: it is a draft; publish version ${latest.version.version}`;
  const chosen = await findTemplateVersion(database, workspace.id, templateId, version);
  return chosen === null
    ? `${templateId} has no version ${version}; the newest is ${latest.version.version}`
    : `version ${version} of ${templateId} is not published`;
}
