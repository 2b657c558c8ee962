import type { FoundAsset } from '../../../compose/assets/asset-source.ts';
import { base64Length, MAX_ATTACHED_CHARACTERS } from '../../../compose/assets/uses-assets.ts';
import { UnusableAssets } from '../../../compose/assets/unusable-assets.ts';
import type { PartialSources } from '../../../compose/partials/closure.ts';
import { NO_PARTS, type SentAsset, type SentParts } from '../../../renderer/container/protocol.ts';
import type { Ctx } from '../../ctx.ts';
import type { PartsSource } from '../make/lanes/held-body.ts';
import { type AssetTerms, assetsOf } from './asset-files.ts';
import { loadPartials } from './load-partials.ts';

interface PartTerms extends AssetTerms {
  /** The partials of the template. */
  readonly partials: PartialSources;
}

/** Sends the parts of the template to a container first, and those of the request when the container needs them. */
export function partsFor(ctx: Ctx, { partials: pinned, ...terms }: PartTerms): PartsSource {
  const source = assetsOf(ctx, terms);
  const { fonts = [] } = source;
  const isFont = new Set(fonts.map(({ name }) => name));
  const add = async (sent: SentParts, needed: SentParts['asked']): Promise<SentParts> => {
    const texts = needed.partials.map((name) => `{{> ${name}}}`);
    const { templatesVersion } = terms;
    const partials = await loadPartials(ctx, { texts, pinned, templatesVersion });
    const found = needed.assets.length === 0 ? [] : [...(await source.find(needed.assets)).values()];
    const assets = [...sent.assets, ...(await readAll(sent, found, terms.memory, isFont))];
    return {
      partials: { ...sent.partials, ...partials },
      assets,
      asked: {
        partials: [...sent.asked.partials, ...needed.partials],
        assets: [...sent.asked.assets, ...needed.assets],
      },
    };
  };
  return {
    first: () => add({ ...NO_PARTS, partials: pinned }, { partials: [], assets: firstNames(terms.pins) }),
    add: (sent, { partials, assets }) => add(sent, { partials: [...partials], assets: [...assets] }),
  };
}

/** Returns all pinned assets, or only the fonts if the assets are too large together. The container then names the others that it needs. */
function firstNames(pins: AssetTerms['pins']): string[] {
  const assets = (pins ?? []).filter(({ kind }) => kind === 'asset');
  const characters = assets.reduce((sum, { bytes }) => sum + base64Length(bytes), 0);
  const sent =
    characters > MAX_ATTACHED_CHARACTERS
      ? assets.filter(({ details }) => details?.family !== undefined)
      : assets;
  return sent.map(({ name }) => name);
}

/** @throws {UnusableAssets} before more is read than a document may have */
async function readAll(
  { assets }: SentParts,
  found: readonly FoundAsset[],
  memory: AssetTerms['memory'],
  fonts: ReadonlySet<string>,
): Promise<SentAsset[]> {
  const more = found.reduce((sum, { bytes }) => sum + base64Length(bytes), 0);
  const characters = more + assets.reduce((sum, { base64 }) => sum + base64.length, 0);
  if (characters > MAX_ATTACHED_CHARACTERS)
    throw new UnusableAssets('ASSETS_TOO_LARGE', [
      `the document names assets of ${characters} characters; it may have ${MAX_ATTACHED_CHARACTERS}`,
    ]);
  await memory.attach(more);
  return Promise.all(
    found.map(async ({ read, ...asset }) => ({
      ...asset,
      base64: await read(),
      isFont: fonts.has(asset.name),
    })),
  );
}
