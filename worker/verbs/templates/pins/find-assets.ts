import { UnusableAssets } from '../../../../compose/assets/unusable-assets.ts';
import { ASSET_SCHEME } from '../../../../compose/assets/uses-assets.ts';
import type { Pin } from '../../../../schema/api/components.ts';
import { findFonts } from '../../../adapters/d1/components.ts';
import type { Ctx } from '../../../ctx.ts';
import { toPin } from '../../components/get-component.ts';
import type { Reading } from '../reading.ts';

/** An error names this many assets at most. */
const MAX_DETAILS = 20;

const MAX_NAME_CHARACTERS = 100;

/**
 * Returns the assets that the texts of a template name, and the fonts whose families they name.
 *
 * @throws {UnusableAssets} the workspace has no asset with a name
 */
export async function findPinnedAssets(
  ctx: Ctx,
  sources: ReadonlySet<string>,
  { find, texts }: Pick<Reading, 'find' | 'texts'>,
): Promise<Pin[]> {
  const names = [...new Set([...sources].flatMap((source) => texts.assetsOf(source)))];
  const found = await find('asset', names);
  const missing = names.filter((name) => !found.has(name));
  if (missing.length > 0)
    throw new UnusableAssets(
      'ASSET_NOT_FOUND',
      missing
        .slice(0, MAX_DETAILS)
        .map(
          (name) =>
            `${ASSET_SCHEME}${name.slice(0, MAX_NAME_CHARACTERS)}: the workspace has no asset with this name`,
        ),
    );
  const named = [...found.values()].map(({ pin }) => pin);
  const fonts = await findNamedFonts(ctx, [
    ...new Set([...sources].flatMap((source) => texts.familiesOf(source))),
  ]);
  return [...named, ...fonts.filter(({ name }) => !found.has(name))];
}

async function findNamedFonts({ services, workspace }: Ctx, families: readonly string[]): Promise<Pin[]> {
  if (families.length === 0) return [];
  return (await findFonts(services.database, workspace.id, families)).map(toPin);
}
