import type { AssetDetails } from '../../schema/api/components.ts';

export interface FoundAsset {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly details: AssetDetails;
  /** Returns the bytes in base64. */
  readonly read: () => Promise<string>;
}

export interface AssetSource {
  /** Returns the assets that exist. */
  readonly find: (names: readonly string[]) => Promise<ReadonlyMap<string, FoundAsset>>;
  /** Fonts whose families the document can use without a rule of its own. Default: none. */
  readonly fonts?: readonly FoundAsset[];
  /** Is called before the assets are read, with the length of all of them in Base64. Default: nothing. */
  readonly reserve?: (characters: number) => Promise<void>;
}
