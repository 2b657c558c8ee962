import { collectPartials, sourcesOf } from '../../../compose/partials/collect-partials.ts';
import type { PartialSources } from '../../../compose/partials/closure.ts';
import { edgeLimits } from '../../../compose/template-limits.ts';
import { startTemplating } from '../../../compose/templating.ts';
import { MAX_PARTIAL_BYTES, PARTIAL_TYPE, type PutPartial } from '../../../schema/api/shared-parts.ts';
import { PLANS } from '../../../schema/plans.ts';
import type { PartVersion } from '../../adapters/d1/shared-parts.ts';
import type { Ctx } from '../../ctx.ts';
import { invalidRequest } from '../../lib/api-error.ts';
import { findNewestParts, type FindParts } from '../templates/pins/find-parts.ts';
import { putPart } from './put-part.ts';

/**
 * Saves a new version of a partial. Templates print the version that they have pinned until they are published again.
 *
 * @throws {ApiError} `VALIDATION_ERROR`; what `putPart` throws; {TemplateError}
 */
export async function putPartial(
  ctx: Ctx,
  { name, content, note }: PutPartial & { readonly name: string },
): Promise<PartVersion> {
  const bytes = new TextEncoder().encode(content);
  if (bytes.length > MAX_PARTIAL_BYTES)
    throw invalidRequest([`content: is ${bytes.length} bytes; a partial may have ${MAX_PARTIAL_BYTES}`]);
  await checkPartial(ctx, { name, content });
  return putPart(ctx, { kind: 'partial', name, bytes, mediaType: PARTIAL_TYPE, details: {}, note });
}

/**
 * Checks a partial with the partials that it calls. A partial that is missing is no error: a template can define it inline.
 *
 * @throws {TemplateError}
 */
export async function checkPartial(
  ctx: Ctx,
  { name, content }: { readonly name: string; readonly content: string },
  find: FindParts = findNewestParts(ctx),
): Promise<void> {
  const limits = edgeLimits(PLANS[ctx.workspace.plan].maxHtmlBytes);
  const collected = await collectPartials([content], (names) => find('partial', names), limits);
  const partials: PartialSources = { ...sourcesOf(collected), [name]: content };
  startTemplating({ limits, now: 0, partials }).checkPartial(name);
}
