/** The engine and `mark-pages.ts` in the page send these messages to each other, as JSON. */

import type { EntryTarget, OtherEntries } from '@platen/pdf';
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
  /** It is null if the document is no entry of a merge whose entries have names. */
  readonly otherEntries: OtherEntries | null;
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
  /** The document says what its bookmarks are. Otherwise, Chromium makes them from the headings. */
  readonly hasBookmarks: boolean;
  /** The red part of the colours of the marks. */
  readonly markRed: number;
  /** The addresses in other entries of the merge to which the document refers. */
  readonly entryAddresses: readonly string[];
  /** Names what has no effect. */
  readonly warnings: readonly PageWarning[];
}

export interface PageWarning {
  readonly code: string;
  readonly message: string;
}

/** The places of the targets in a print. */
export interface PageMap {
  /** The places that Chromium names. An object could not have the key `__proto__`. */
  readonly named: readonly TargetPlace[];
  /** The numbers of the texts that are marked, and the pages on which they are painted. */
  readonly marks: readonly TextMark[];
  /** The numbers of the pictures that are marked, and the pages on which they are painted. */
  readonly pictures: readonly PictureMark[];
  readonly totalPages: number;
}

/** `y` is in points from the bottom of the page, but without its margins. */
export type TargetPlace = readonly [key: string, page: number, y: number];

/** `painted` is the text that was painted at the mark, or empty if there is none. */
export type TextMark = readonly [index: number, page: number, painted: string];

export type PictureMark = readonly [index: number, page: number];

export interface Bookmark {
  readonly title: string;
  readonly level: number;
  readonly isOpen: boolean;
  /** From 1. */
  readonly page: number;
  /** In points from the bottom of the page, but without its margins. */
  readonly y: number;
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
  /** The number of things that are wrong in the print. If there are any, the document is printed again. */
  readonly movedCount: number;
  /** The first of them, each as a sentence without its end: `page 3 was printed with the number 2 and has the number 1`. */
  readonly moved: readonly string[];
  /** Names what the print does not show. */
  readonly warnings: readonly PageWarning[];
  /** In the order of the document. It is empty if the pass is not the last one. */
  readonly bookmarks: readonly Bookmark[];
  readonly blankPages: readonly number[];
  /** The blank pages on which Chromium prints something that is no part of them. */
  readonly filledPages: readonly number[];
  readonly sections: readonly Section[];
  /** For each page, the texts of named strings that bands show, by custom property. It is empty if they show none. */
  readonly strings: readonly Readonly<Record<string, string>>[];
  /** It is null if the document does not number its pages in its own way. */
  readonly labels: readonly LabelRun[] | null;
  /** The places to which other entries of the merge refer, with `y` as in `TargetPlace`. It is empty if the pass is not the last one. */
  readonly entryTargets: readonly EntryTarget[];
}
