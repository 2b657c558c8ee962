import { LRUCache } from 'lru-cache';
import type { PartialContents } from '../../../compose/partials/closure.ts';
import {
  collectPartials,
  type PartialCalls,
  contentsOf,
} from '../../../compose/partials/collect-partials.ts';
import { callsPartials } from '../../../compose/partials/partial-use.ts';
import { edgeLimits } from '../../../compose/template-limits.ts';
import { PLANS } from '../../../schema/plans.ts';
import type { Ctx } from '../../ctx.ts';
import { newReader } from '../templates/reading.ts';
import { findNewestComponents } from '../templates/pins/find-components.ts';
import { cacheScope } from './get-component.ts';

/** In characters of texts and partials. */
const CACHED_CHARACTERS = 4_000_000;
const CACHED_MAX_CHARACTERS = 200_000;

/** By the scope of the cache, and the calls. */
const cache = new LRUCache<string, PartialContents>({
  maxSize: CACHED_CHARACTERS,
  maxEntrySize: CACHED_MAX_CHARACTERS,
  sizeCalculation: (partials, name) => name.length + JSON.stringify(partials).length,
});

interface PartialTerms {
  /** The calls of the request itself. */
  readonly calls: PartialCalls;
  /** The partials that the template of the request has pinned. */
  readonly pinned: PartialContents;
  /** From the admission. It rises with each change of a partial. If it is null, nothing is cached. */
  readonly templatesVersion: number | null;
}

/**
 * Returns the pinned partials, and the newest versions of the others that a request calls.
 *
 * @throws {TemplateError} too many partials, too many bytes, or too deep
 */
export async function loadPartials(
  ctx: Ctx,
  { calls, pinned, templatesVersion }: PartialTerms,
): Promise<PartialContents> {
  const { names = [], texts = [] } = calls;
  const calling = { names, texts: texts.filter(callsPartials) };
  if (names.length + calling.texts.length === 0) return pinned;
  const { plan } = ctx.workspace;
  const entry =
    templatesVersion === null ? null : `${cacheScope(ctx, templatesVersion)} ${JSON.stringify(calling)}`;
  const cached = entry === null ? undefined : cache.get(entry);
  if (cached !== undefined) return { ...cached, ...pinned };
  const find = findNewestComponents(ctx);
  const collected = await collectPartials(
    calling,
    (called) => find('partial', called),
    edgeLimits(PLANS[plan].maxHtmlBytes),
    newReader(ctx),
  );
  const partials = contentsOf(collected);
  if (entry !== null) cache.set(entry, partials);
  return { ...partials, ...pinned };
}
