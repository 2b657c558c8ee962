import type { PageWarning } from '../../paged-messages.ts';

/** Something that depends on the pages of its document. It has only what it needs of this. */
export interface PagedFeature {
  /** The number of its uses in the document. At 0, the document does not depend on its pages because of it. */
  readonly count: number;
  /** Names what has no effect. */
  readonly warnings?: readonly PageWarning[];
  /** Names what the last print does not show. */
  readonly printWarnings?: readonly PageWarning[];
}
