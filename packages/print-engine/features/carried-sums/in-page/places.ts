import type { TargetPlace } from '../../../in-page/paged-messages.ts';

/** The places of the targets in a print, by fragment. */
export type Places = ReadonlyMap<string, TargetPlace>;

/** The part of a page that the document may fill, in points from its bottom. */
export interface PageArea {
  readonly top: number;
  readonly bottom: number;
}

/** A place in the flow of the document. */
export interface Position {
  readonly page: number;
  /** In points below the top of the page area. */
  readonly depth: number;
}
