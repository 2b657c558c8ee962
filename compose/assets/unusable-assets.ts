/** `ASSET_NOT_FOUND` or `ASSETS_TOO_LARGE`: the assets that a document names cannot be printed. */
export class UnusableAssets extends Error {
  override readonly name = 'UnusableAssets';
  readonly code: 'ASSET_NOT_FOUND' | 'ASSETS_TOO_LARGE';
  readonly details: readonly string[];

  constructor(code: UnusableAssets['code'], details: readonly string[]) {
    super(details.join('; '));
    this.code = code;
    this.details = details;
  }
}
