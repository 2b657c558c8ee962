import { checkInTurns } from '../../../compose/check-template.ts';
import { prepare } from '../../../compose/prepare.ts';
import { edgeLimits } from '../../../compose/template-limits.ts';
import { utf8Bytes } from '../../../compose/utf8.ts';
import { PLANS } from '../../../schema/plans.ts';
import type { Ctx } from '../../ctx.ts';
import { invalidRequest } from '../../lib/api-error.ts';
import { type ResolvedComponents, resolveComponents } from './pins/resolve-components.ts';
import { type Reading, startReading } from './reading.ts';
import type { VersionFields } from './versions/objects.ts';

type CheckedContent = Omit<VersionFields, 'dataSchema'> & {
  /** Begins the chain of calls in errors of partials. */
  readonly name?: string | undefined;
};

/**
 * Returns the assets and partials that a template prints if it is saved now.
 *
 * @param reading default: of this template, with the newest parts in the workspace
 * @throws {ApiError} `VALIDATION_ERROR` above the HTML limit; {TemplateError | InvalidComposition}
 */
export async function checkContent(
  ctx: Ctx,
  { content, settings, translations, name }: CheckedContent,
  reading: Reading = startReading(ctx),
): Promise<ResolvedComponents> {
  const { maxHtmlBytes } = PLANS[ctx.workspace.plan];
  const contentBytes = utf8Bytes(content);
  if (contentBytes > maxHtmlBytes) {
    throw invalidRequest([`content: is ${contentBytes} bytes; the plan allows ${maxHtmlBytes}`]);
  }
  const resolved = await resolveComponents(ctx, { content, settings }, reading);
  const prepared = await prepare({ settings: [settings], translations }, async () => resolved.partials);
  const { texts } = reading;
  await checkInTurns({
    content,
    settings,
    limits: edgeLimits(maxHtmlBytes),
    meter: ctx.meter,
    name,
    texts,
    ...prepared,
  });
  return resolved;
}
