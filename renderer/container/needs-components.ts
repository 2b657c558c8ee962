/** Names of components that a document needs. */
export interface ComponentNames {
  readonly partials: readonly string[];
  readonly assets: readonly string[];
}

/** The container cannot print until the Worker has sent these components. */
export class NeedsComponents extends Error {
  override readonly name = 'NeedsComponents';
  readonly names: ComponentNames;

  constructor({ partials, assets }: ComponentNames) {
    super(`the document needs ${partials.length} partials and ${assets.length} assets`);
    this.names = { partials, assets };
  }
}
