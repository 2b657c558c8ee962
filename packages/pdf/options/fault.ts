/** What a print can fail on instead of making a damaged document. */
export type FaultKind = 'placeholders' | 'resources' | 'scripts' | 'glyphs' | 'overflow';

/** Why the document is damaged, or why it cannot be PDF/A. */
export interface Fault {
  readonly kind: FaultKind | 'pdfa';
  /** For the client. It begins with the place, if there is one: `html, line 3, column 5: …`. */
  readonly detail: string;
}
