import { ASSET_SCHEME } from '../../../../compose/assets/uses-assets.ts';
import { TemplateError } from '../../../../compose/errors.ts';
import type { PartialContents } from '../../../../compose/partials/closure.ts';
import { collectPartials, contentsOf } from '../../../../compose/partials/collect-partials.ts';
import { edgeLimits } from '../../../../compose/template-limits.ts';
import { listContents } from '../../../../compose/template-texts.ts';
import { MAX_PINS, type Pin } from '../../../../schema/api/components.ts';
import { PLANS } from '../../../../schema/plans.ts';
import type { Ctx } from '../../../ctx.ts';
import type { VersionFields } from '../versions/objects.ts';
import type { Reading } from '../reading.ts';
import { findPinnedAssets } from './find-assets.ts';

export interface ResolvedComponents {
  /** It is null if the template uses no components. */
  readonly pins: readonly Pin[] | null;
  readonly partials: PartialContents;
}

/**
 * Finds the assets and partials that a template uses, and those that its partials use.
 *
 * @throws {TemplateError} too many components, or too many bytes of partials; {UnusableAssets}
 */
export async function resolveComponents(
  ctx: Ctx,
  { content, settings }: Pick<VersionFields, 'content' | 'settings'>,
  { find, texts: reader }: Reading,
): Promise<ResolvedComponents> {
  const limits = edgeLimits(PLANS[ctx.workspace.plan].maxHtmlBytes);
  const texts = listContents(content, settings);
  const collected = await collectPartials({ texts }, (names) => find('partial', names), limits, reader);
  const partials = contentsOf(collected);
  const templated = [...texts, ...Object.values(partials)];
  await reader.readAhead(templated);
  // A document without placeholders can name assets too.
  const assets = await findPinnedAssets(ctx, new Set([content, ...letterheadOf(settings), ...templated]), {
    find,
    texts: reader,
  });
  const pins = [...assets, ...[...collected.values()].map(({ found }) => found.pin)];
  if (pins.length > MAX_PINS)
    throw new TemplateError('html', `The template uses more than ${MAX_PINS} assets and partials.`);
  return { pins: pins.length === 0 ? null : pins.toSorted(byName), partials };
}

const letterheadOf = ({ letterhead }: VersionFields['settings']): string[] =>
  letterhead?.asset === undefined ? [] : [`${ASSET_SCHEME}${letterhead.asset}`];

const byName = (one: Pin, other: Pin): number => (placeOf(one) < placeOf(other) ? -1 : 1);

const placeOf = ({ kind, name }: Pin): string => `${kind} ${name}`;

/** Returns whether two versions of a template print the same components. A component that was saved again with the same bytes is the same. */
export const samePins = (one: readonly Pin[] | null, other: readonly Pin[] | null): boolean =>
  describe(one) === describe(other);

const describe = (pins: readonly Pin[] | null): string =>
  JSON.stringify((pins ?? []).map(({ kind, name, digest, details }) => [kind, name, digest, details]));
