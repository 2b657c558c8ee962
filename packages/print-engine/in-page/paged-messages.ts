/** What the engine and `mark-pages.ts` in the page send to each other, as JSON. */

export interface PagesToMark {
  readonly maxReferences: number;
  /** Shadow trees may have references. */
  readonly hasShadowRoots: boolean;
  /** The height of the content of a page, for a first guess. */
  readonly pageHeightPx: number;
  /** The elements that begin a section. It is null if no band shows sections. */
  readonly sectionSelector: string | null;
}

export type MarkedPages =
  | {
      /** Something in the document or its bands depends on the pages. */
      readonly isPaged: boolean;
      /** The number of references that are left out, because they would be printed on several pages. */
      readonly repeatedCount: number;
    }
  | { readonly problem: string };

/** The pages of the targets in a print. */
export interface PageMap {
  /** The fragment of each target, and its page, from 1. An object could not have the key `__proto__`. */
  readonly pages: readonly (readonly [fragment: string, page: number])[];
  readonly totalPages: number;
  readonly firstPageNumber: number;
}

/** A number that a print had wrong: of a target, of the last page, or of a page that must be on the other side. */
export type MovedNumber =
  | {
      readonly kind: 'target';
      readonly fragment: string;
      /** Null if the target is on no page. */
      readonly from: number | null;
      readonly to: number | null;
    }
  | { readonly kind: 'last' | 'side'; readonly from: number; readonly to: number };

export interface Section {
  readonly title: string;
  /** The page on which it begins, from 1. */
  readonly page: number;
}

/** Lists and texts have a maximum length. */
export interface FilledPages {
  readonly movedCount: number;
  /** The first of the moved numbers. */
  readonly moved: readonly MovedNumber[];
  /** The fragments of targets that are on no page. */
  readonly missing: readonly string[];
  readonly blankPages: readonly number[];
  readonly sections: readonly Section[];
}
