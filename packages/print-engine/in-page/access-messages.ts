import type { LinkName } from '@platen/pdf';

/** The engine and `read-access.ts` in the page send these messages to each other, as JSON. */

/** It says what to read in the document. */
export interface AccessRequest {
  /** It is false if backgrounds are not printed. */
  readonly readsContrast: boolean;
  readonly readsLinks: boolean;
}

export interface AccessReading {
  /** The first ones of each kind. */
  readonly barriers: readonly Barrier[];
  readonly links: readonly LinkName[];
}

/** `unchecked`: the document has more elements than are checked. */
export type BarrierKind =
  | 'alt'
  | 'language'
  | 'title'
  | 'heading'
  | 'table'
  | 'contrast'
  | 'link'
  | 'label'
  | 'frame'
  | 'filter'
  | 'unchecked';

/** A part of the document that people with a screen reader, or with low vision, cannot read. */
export interface Barrier {
  readonly kind: BarrierKind;
  /** A selector that finds it. */
  readonly element: string;
  /** The values in its message. They depend on the kind. */
  readonly detail: string;
  /** The number of barriers of this kind in the document. */
  readonly count: number;
}
