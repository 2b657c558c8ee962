/** Names of parts that a document needs. */
export interface PartNames {
  readonly partials: readonly string[];
  readonly assets: readonly string[];
}

/** The container cannot print until the Worker has sent these parts. */
export class NeedsParts extends Error {
  override readonly name = 'NeedsParts';
  readonly names: PartNames;

  constructor({ partials, assets }: PartNames) {
    super(`the document needs ${partials.length} partials and ${assets.length} assets`);
    this.names = { partials, assets };
  }
}
