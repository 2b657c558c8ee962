/** A document to print, with every measure of its paper. All options are explicit. Lengths are millimetres. */
export interface PrintJob {
  /** A whole document or a fragment. */
  readonly html: string;
  readonly paper: { readonly widthMm: number; readonly heightMm: number };
  /** From the paper's edge to the content, with room for the bands. */
  readonly contentMargin: Sides;
  /** Uses the margins of the document's own `@page` rules, except under a band. Default: false. */
  readonly documentMargin?: boolean;
  readonly header: Band | null;
  readonly footer: Band | null;
  readonly printBackground: boolean;
  readonly mediaType: 'print' | 'screen';
  /** Scales the content but not the bands. 0.1 to 2. */
  readonly scale: number;
  /** Pages to print, for example `1-3,5`; null prints all pages. The syntax is not checked again. */
  readonly pageRanges: string | null;
  /** Printing starts when an element matches this selector. */
  readonly waitForSelector: string | null;
  /** Lets the document's `@page` rules choose paper size and orientation. */
  readonly preferCssPageSize: boolean;
  /** Limits for the paper that the document chooses. Without it, every size is printed. */
  readonly pageBounds?: PageBounds;
  /** Adds a structure tree for screen readers. */
  readonly tagged: boolean;
  /** Makes bookmarks from the headings. Chromium then tags the document too. */
  readonly outline: boolean;
  /** Printed diagonally in front of every page; null for none. See `pdf/watermark.ts` for its letters. */
  readonly watermark: string | null;
  /** Also collects console errors and missing glyphs, which takes time. Default: false. */
  readonly report?: boolean;
}

export interface Sides {
  readonly topMm: number;
  readonly rightMm: number;
  readonly bottomMm: number;
  readonly leftMm: number;
}

/** A header or footer. It starts at the paper's edge. */
export interface Band {
  /** A fragment. Its scripts do not run. */
  readonly html: string;
  readonly heightMm: number;
  /** The page's left and right margins apply to the band too. */
  readonly leftMm: number;
  readonly rightMm: number;
  /** Leaves the band off page one. The content of page one starts where it does on the other pages. */
  readonly skipFirst: boolean;
}

export interface PageBounds {
  /** The longest side that a page may have. */
  readonly maxSideMm: number;
  /** The least width and height between the margins. */
  readonly minContentMm: number;
}
