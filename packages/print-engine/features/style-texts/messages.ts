import type { StyleText } from '@platen/pdf';

/** The engine and `in-page/mark-texts.ts` send these messages to each other, as JSON. */

export interface TextsToMark {
  /** Not all pages are printed. */
  readonly isPart: boolean;
  readonly maxElements: number;
  readonly maxTexts: number;
}

export interface MarkedTexts {
  /** The red part of the colours of the marks, in thousandths. */
  readonly red: number;
  /** The number of a text is its index. */
  readonly texts: readonly StyleText[];
  /** The number of texts that have no mark. */
  readonly unread: number;
}
