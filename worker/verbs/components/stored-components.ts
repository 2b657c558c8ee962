import type { AssetSource } from '../../../compose/assets/asset-source.ts';
import type { PartialContents } from '../../../compose/partials/closure.ts';
import type { FindPartials } from '../../../compose/prepare.ts';
import type { Ctx } from '../../ctx.ts';
import { type AssetTerms, assetsOf } from './asset-files.ts';
import { loadPartials } from './load-partials.ts';

export interface ComponentTerms extends AssetTerms {
  /** The partials that the template has pinned. */
  readonly partials: PartialContents;
}

export interface StoredComponents {
  readonly findPartials: FindPartials;
  readonly assets: AssetSource;
}

/** Finds the components of a document: first those that its template has pinned, then the newest versions in the workspace. */
export const storedComponents = (
  ctx: Ctx,
  { partials: pinned, ...terms }: ComponentTerms,
): StoredComponents => ({
  findPartials: (calls) => loadPartials(ctx, { calls, pinned, templatesVersion: terms.templatesVersion }),
  assets: assetsOf(ctx, terms),
});
