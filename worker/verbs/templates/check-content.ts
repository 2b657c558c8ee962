import { checkTemplate } from '../../../compose/check-template.ts';
import { edgeLimits } from '../../../compose/template-limits.ts';
import { loadTranslator } from '../../../compose/translations/load-translator.ts';
import { utf8Bytes } from '../../../compose/utf8.ts';
import { PLANS } from '../../../schema/plans.ts';
import type { Ctx } from '../../ctx.ts';
import { invalidRequest } from '../../lib/api-error.ts';
import type { FindParts } from './pins/find-parts.ts';
import { type ResolvedParts, resolveParts } from './pins/resolve-parts.ts';
import type { VersionParts } from './versions/objects.ts';

type CheckedContent = Omit<VersionParts, 'dataSchema'> & {
  /** Begins the chain of calls in errors of partials. */
  readonly name?: string | undefined;
};

/**
 * Returns the assets and partials that a template prints if it is saved now.
 *
 * @param find default: the newest versions in the workspace
 * @throws {ApiError} `VALIDATION_ERROR` above the HTML limit; {TemplateError | InvalidComposition}
 */
export async function checkContent(
  ctx: Ctx,
  { content, settings, translations, name }: CheckedContent,
  find?: FindParts,
): Promise<ResolvedParts> {
  const { maxHtmlBytes } = PLANS[ctx.workspace.plan];
  const contentBytes = utf8Bytes(content);
  if (contentBytes > maxHtmlBytes) {
    throw invalidRequest([`content: is ${contentBytes} bytes; the plan allows ${maxHtmlBytes}`]);
  }
  const translator = await loadTranslator(translations);
  const resolved = await resolveParts(ctx, { content, settings }, find);
  const { partials } = resolved;
  checkTemplate({ content, settings, translator, limits: edgeLimits(maxHtmlBytes), name, partials });
  return resolved;
}
