import { collectPartials, contentsOf } from '../../../compose/partials/collect-partials.ts';
import type { PartialContents } from '../../../compose/partials/closure.ts';
import { edgeLimits } from '../../../compose/template-limits.ts';
import { startTemplating } from '../../../compose/templating.ts';
import { MAX_PARTIAL_BYTES, PARTIAL_TYPE, type PutPartial } from '../../../schema/api/components.ts';
import { PLANS } from '../../../schema/plans.ts';
import type { ComponentVersion } from '../../adapters/d1/components.ts';
import type { Ctx } from '../../ctx.ts';
import { invalidRequest } from '../../lib/api-error.ts';
import { type Reading, startReading } from '../templates/reading.ts';
import { unpaidWork } from '../usage/unpaid-work.ts';
import { putComponent } from './put-component.ts';

/**
 * Saves a new version of a partial. Templates print the version that they have pinned until they are published again.
 *
 * @throws {ApiError} `VALIDATION_ERROR`, `PRINTS_LIMITED`; what `putComponent` throws; {TemplateError}
 */
export async function putPartial(
  ctx: Ctx,
  { name, content, note }: PutPartial & { readonly name: string },
): Promise<ComponentVersion> {
  const bytes = new TextEncoder().encode(content);
  if (bytes.length > MAX_PARTIAL_BYTES)
    throw invalidRequest([`content: is ${bytes.length} bytes; a partial may have ${MAX_PARTIAL_BYTES}`]);
  await unpaidWork(ctx, () => checkPartial(ctx, { name, content }));
  return putComponent(ctx, { kind: 'partial', name, bytes, mediaType: PARTIAL_TYPE, details: {}, note });
}

/**
 * Checks a partial with the partials that it calls. A partial that is missing is no error: a template can define it inline.
 *
 * @throws {TemplateError}
 */
export async function checkPartial(
  ctx: Ctx,
  { name, content }: { readonly name: string; readonly content: string },
  { find, texts }: Reading = startReading(ctx),
): Promise<void> {
  const limits = edgeLimits(PLANS[ctx.workspace.plan].maxHtmlBytes);
  const collected = await collectPartials(
    { texts: [content] },
    (names) => find('partial', names),
    limits,
    texts,
  );
  const partials: PartialContents = { ...contentsOf(collected), [name]: content };
  await texts.readAhead(Object.values(partials));
  startTemplating({ limits, meter: ctx.meter, now: 0, partials, texts }).checkPartial(name);
}
