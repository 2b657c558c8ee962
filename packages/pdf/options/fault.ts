import type { StandardOption } from '../archive/impossible-pdf.ts';

/** What a print can fail on instead of making a damaged document. */
export type FaultKind = 'placeholders' | 'resources' | 'scripts' | 'glyphs' | 'overflow' | 'accessibility';

/** Why the document is damaged, why it cannot be PDF/A or PDF/UA, or which numbers of its pages do not become right. */
export interface Fault {
  readonly kind: FaultKind | StandardOption | 'layout';
  /** For the client. It begins with the place, if there is one: `html, line 3, column 5: …`. */
  readonly detail: string;
}
