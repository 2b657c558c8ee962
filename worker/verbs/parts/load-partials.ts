import { LRUCache } from 'lru-cache';
import type { PartialSources } from '../../../compose/partials/closure.ts';
import { collectPartials, sourcesOf } from '../../../compose/partials/collect-partials.ts';
import { callsPartials } from '../../../compose/partials/partial-use.ts';
import { edgeLimits } from '../../../compose/template-limits.ts';
import { PLANS } from '../../../schema/plans.ts';
import type { Ctx } from '../../ctx.ts';
import { findNewestParts } from '../templates/pins/find-parts.ts';
import { cacheScope } from './get-part.ts';

/** In characters of texts and partials. */
const CACHED_CHARACTERS = 4_000_000;
const CACHED_MAX_CHARACTERS = 200_000;

/** By the scope of the cache, and the texts. */
const cache = new LRUCache<string, PartialSources>({
  maxSize: CACHED_CHARACTERS,
  maxEntrySize: CACHED_MAX_CHARACTERS,
  sizeCalculation: (partials, name) => name.length + JSON.stringify(partials).length,
});

interface RequestTexts {
  /** The texts of the request itself. */
  readonly texts: readonly string[];
  /** The partials that the template of the request has pinned. */
  readonly pinned: PartialSources;
  /** From the admission. It rises with each change of a partial. If it is null, nothing is cached. */
  readonly templatesVersion: number | null;
}

/**
 * Returns the pinned partials, and the newest versions of the others that the texts of a request call.
 *
 * @throws {TemplateError} too many partials, too many bytes, or too deep
 */
export async function loadPartials(
  ctx: Ctx,
  { texts, pinned, templatesVersion }: RequestTexts,
): Promise<PartialSources> {
  const calling = texts.filter(callsPartials);
  if (calling.length === 0) return pinned;
  const { plan } = ctx.workspace;
  const name =
    templatesVersion === null ? null : `${cacheScope(ctx, templatesVersion)} ${JSON.stringify(calling)}`;
  const cached = name === null ? undefined : cache.get(name);
  if (cached !== undefined) return { ...cached, ...pinned };
  const find = findNewestParts(ctx);
  const collected = await collectPartials(
    calling,
    (names) => find('partial', names),
    edgeLimits(PLANS[plan].maxHtmlBytes),
  );
  const partials = sourcesOf(collected);
  if (name !== null) cache.set(name, partials);
  return { ...partials, ...pinned };
}
