import type { StandardOption } from '../archive/impossible-pdf.ts';

/** A print can fail on these instead of making a damaged document. */
export type FaultKind =
  | 'placeholders'
  | 'translations'
  | 'resources'
  | 'scripts'
  | 'glyphs'
  | 'overflow'
  | 'accessibility'
  | 'references'
  | 'invoice';

/** Says why the document is damaged, why it cannot be PDF/A or PDF/UA, or which page numbers are still wrong after the last print. */
export interface Fault {
  readonly kind: FaultKind | StandardOption | 'layout';
  /** For the client. It begins with the place, if there is one: `html, line 3, column 5: …`. */
  readonly detail: string;
}
