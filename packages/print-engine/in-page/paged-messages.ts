/** What the engine and `mark-pages.ts` in the page send to each other, as JSON. */

import type { StringUse } from './named-strings.ts';

export interface PagesToMark {
  readonly maxReferences: number;
  /** Shadow trees may have references. */
  readonly hasShadowRoots: boolean;
  readonly paper: PaperBox;
  /** The selector of the elements that begin a section. It is null if no band shows sections. */
  readonly sectionSelector: string | null;
  /** The PDF gets bookmarks. */
  readonly wantsBookmarks: boolean;
  readonly firstPageNumber: number;
  /** The named strings that the bands show. */
  readonly bandStrings: readonly StringUse[];
}

/** The pages of a job. Rules of the document may change them. */
export interface PaperBox {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly marginPx: Readonly<Record<'top' | 'right' | 'bottom' | 'left', number>>;
  /** A pixel of the page is this many pixels on paper. */
  readonly scale: number;
}

/** The area of a page for its content, in pixels of the page. */
export interface ContentBox {
  readonly widthPx: number;
  readonly heightPx: number;
}

export type MarkedPages = MarkedDocument | { readonly problem: string };

export interface MarkedDocument {
  /** Something in the document or its bands depends on the pages. */
  readonly isPaged: boolean;
  /** The number of references that are left out, because they would be printed on several pages. */
  readonly repeatedCount: number;
  /** Why tables do not carry their sums. */
  readonly carryLeftOut: readonly string[];
  /** The document says what its bookmarks are. Otherwise, Chromium makes them from the headings. */
  readonly hasBookmarks: boolean;
  /** Declarations and rules for pages that have no effect. */
  readonly unsupported: readonly string[];
  /** The addresses of style sheets that cannot be read. */
  readonly unreadable: readonly string[];
}

/** The places of the targets in a print. */
export interface PageMap {
  /** The fragment of each target, its page, from 1, and its place. An object could not have the key `__proto__`. */
  readonly places: readonly TargetPlace[];
  readonly totalPages: number;
}

/** `y` is in points from the bottom of the page, but without its margins. */
export type TargetPlace = readonly [fragment: string, page: number, y: number];

/** Something that is wrong in a print, so that the document is printed again. */
export type MovedNumber =
  | {
      readonly kind: 'target';
      readonly fragment: string;
      /** The number that was printed. It is null if the target was on no page. */
      readonly from: number | null;
      readonly to: number | null;
    }
  /** A margin box shows a wrong number on this page, from 1. */
  | { readonly kind: 'label'; readonly page: number; readonly from: number; readonly to: number }
  /** A margin box shows a wrong text of a named string on this page. */
  | { readonly kind: 'string'; readonly page: number; readonly name: string }
  /** `last`: the number of the last page. `side`: a page that must be a left or a right one, and the page that it becomes. */
  | { readonly kind: 'last' | 'side'; readonly from: number; readonly to: number }
  | {
      readonly kind: 'carry';
      /** The page on which a table ends elsewhere than where its sums are carried. */
      readonly page: number;
    }
  /** A footnote that is not on the page of its call. The number is null if it is not known which one does not fit. */
  | { readonly kind: 'note'; readonly number: number | null };

export interface Bookmark {
  readonly title: string;
  readonly level: number;
  readonly isOpen: boolean;
  readonly fragment: string;
}

export interface Section {
  readonly title: string;
  /** The page on which it begins, from 1. */
  readonly page: number;
}

/** Pages that follow each other and are numbered alike. */
export interface LabelRun {
  /** The first one, from 1. */
  readonly page: number;
  /** Its number in the document. */
  readonly number: number;
  /** A counter style, such as `lower-roman`. */
  readonly style: string;
  /** The number of each page in a style that the document defines. It is null for other styles. */
  readonly texts: readonly string[] | null;
}

/** Lists and texts have a maximum length. */
export interface FilledPages {
  readonly movedCount: number;
  /** The first of the moved numbers. */
  readonly moved: readonly MovedNumber[];
  /** The fragments of targets that are on no page. */
  readonly missing: readonly string[];
  /** In the order of the document. It is empty if the pass is not the last one. */
  readonly bookmarks: readonly Bookmark[];
  /** A row of a table that carries sums is higher than a page. */
  readonly hasSplitRows: boolean;
  readonly blankPages: readonly number[];
  readonly sections: readonly Section[];
  /** For each page, the texts of named strings that bands show, by custom property. It is empty if they show none. */
  readonly strings: readonly Readonly<Record<string, string>>[];
  /** It is null if the document does not number its pages in its own way. */
  readonly labels: readonly LabelRun[] | null;
}
