import { checkTemplate } from '../../compose/check-template.ts';
import { edgeLimits } from '../../compose/handlebars/limits.ts';
import { utf8Bytes } from '../../compose/utf8.ts';
import type { TemplateSettings } from '../../schema/api/pdf-options.ts';
import { PLANS, type PlanId } from '../../schema/plans.ts';
import { invalidRequest } from '../api-error.ts';

/**
 * Everything that can be known of a template without data.
 *
 * @throws {ApiError} `VALIDATION_ERROR`: content over the plan's HTML limit
 * @throws {TemplateError} Handlebars that does not compile
 * @throws {InvalidComposition} settings that leave no page, an unknown locale or time zone
 */
export function checkContent(
  { content, settings }: { readonly content: string; readonly settings: TemplateSettings },
  plan: PlanId,
): void {
  const { maxHtmlBytes } = PLANS[plan];
  const contentBytes = utf8Bytes(content);
  if (contentBytes > maxHtmlBytes) {
    throw invalidRequest([`content: is ${contentBytes} bytes; the plan allows ${maxHtmlBytes}`]);
  }
  checkTemplate({ content, settings, limits: edgeLimits(maxHtmlBytes) });
}
