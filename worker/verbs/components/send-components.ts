import type { FoundAsset } from '../../../compose/assets/asset-source.ts';
import { base64Length, MAX_ATTACHED_CHARACTERS } from '../../../compose/assets/uses-assets.ts';
import { UnusableAssets } from '../../../compose/assets/unusable-assets.ts';
import { NO_COMPONENTS, type SentAsset, type SentComponents } from '../../../renderer/container/protocol.ts';
import type { Ctx } from '../../ctx.ts';
import type { ComponentsSource } from '../make/lanes/held-body.ts';
import type { AssetTerms } from './asset-files.ts';
import { type ComponentTerms, storedComponents } from './stored-components.ts';

/** Sends the components of the template to a container first, and those of the request when the container needs them. */
export function componentsFor(ctx: Ctx, terms: ComponentTerms): ComponentsSource {
  const { findPartials, assets: source } = storedComponents(ctx, terms);
  const { fonts = [] } = source;
  const isFont = new Set(fonts.map(({ name }) => name));
  const add = async (sent: SentComponents, needed: SentComponents['asked']): Promise<SentComponents> => {
    const partials = await findPartials({ names: needed.partials });
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
    first: () =>
      add({ ...NO_COMPONENTS, partials: terms.partials }, { partials: [], assets: firstNames(terms.pins) }),
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
  { assets }: SentComponents,
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
