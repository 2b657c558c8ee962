import { TemplateError } from '../../../../compose/errors.ts';
import type { PartialSources } from '../../../../compose/partials/closure.ts';
import { collectPartials, sourcesOf } from '../../../../compose/partials/collect-partials.ts';
import { edgeLimits } from '../../../../compose/template-limits.ts';
import { listTexts } from '../../../../compose/template-texts.ts';
import { MAX_PINS, type Pin } from '../../../../schema/api/shared-parts.ts';
import { PLANS } from '../../../../schema/plans.ts';
import type { Ctx } from '../../../ctx.ts';
import type { VersionParts } from '../versions/objects.ts';
import { findPinnedAssets } from './find-assets.ts';
import { findNewestParts, type FindParts } from './find-parts.ts';

export interface ResolvedParts {
  /** Null if the template uses no parts. */
  readonly pins: readonly Pin[] | null;
  readonly partials: PartialSources;
}

/**
 * Finds the assets and partials that a template uses, and those that its partials use.
 *
 * @throws {TemplateError} too many parts, or too many bytes of partials; {UnusableAssets}
 */
export async function resolveParts(
  ctx: Ctx,
  { content, settings }: Pick<VersionParts, 'content' | 'settings'>,
  find: FindParts = findNewestParts(ctx),
): Promise<ResolvedParts> {
  const limits = edgeLimits(PLANS[ctx.workspace.plan].maxHtmlBytes);
  const texts = listTexts(content, settings).map(([, text]) => text);
  const collected = await collectPartials(texts, (names) => find('partial', names), limits);
  const partials = sourcesOf(collected);
  // A document without placeholders can name assets too.
  const assets = await findPinnedAssets(ctx, [content, ...texts, ...Object.values(partials)], find);
  const pins = [...assets, ...[...collected.values()].map(({ found }) => found.pin)];
  if (pins.length > MAX_PINS)
    throw new TemplateError('html', `The template uses more than ${MAX_PINS} assets and partials.`);
  return { pins: pins.length === 0 ? null : pins.toSorted(byName), partials };
}

const byName = (one: Pin, other: Pin): number => (placeOf(one) < placeOf(other) ? -1 : 1);

const placeOf = ({ kind, name }: Pin): string => `${kind} ${name}`;

/** Whether two versions of a template print the same parts. A part that was saved again with the same bytes is the same. */
export const samePins = (one: readonly Pin[] | null, other: readonly Pin[] | null): boolean =>
  describe(one) === describe(other);

const describe = (pins: readonly Pin[] | null): string =>
  JSON.stringify((pins ?? []).map(({ kind, name, digest, details }) => [kind, name, digest, details]));
