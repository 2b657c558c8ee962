import { checkTemplate } from '../../../compose/check-template.ts';
import { edgeLimits } from '../../../compose/template-limits.ts';
import { utf8Bytes } from '../../../compose/utf8.ts';
import type { TemplateSettings } from '../../../schema/api/pdf-options.ts';
import { PLANS, type PlanId } from '../../../schema/plans.ts';
import { invalidRequest } from '../../lib/api-error.ts';

/** @throws {ApiError} `VALIDATION_ERROR` above the HTML limit; {TemplateError | InvalidComposition} */
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
