/**
 * What compose hands to print: a document with its Handlebars filled, and every measure of the paper,
 * already merged, swapped for landscape and checked. Millimetres throughout. Nothing in it names a tenant.
 */
export interface PrintJob {
  /** The whole document, or a fragment as the client sent it; Handlebars filled. */
  readonly html: string;
  readonly paper: { readonly widthMm: number; readonly heightMm: number };
  /** From the paper's edge to the content, bands taken into account (decision 17). */
  readonly contentMargin: Sides;
  /** No margin was asked for: one of the document's own `@page` counts, but under a band. */
  readonly documentMargin?: boolean;
  readonly header: Band | null;
  readonly footer: Band | null;
  readonly printBackground: boolean;
  readonly mediaType: 'print' | 'screen';
  /** Scales the content, not the bands: 0.1 to 2. */
  readonly scale: number;
  /** As the client wrote it, syntax checked: `1-3,5`. */
  readonly pageRanges: string | null;
  readonly waitForSelector: string | null;
  /** Lets `@page` rules of the document choose paper size and orientation. */
  readonly preferCssPageSize: boolean;
  readonly tagged: boolean;
  readonly outline: boolean;
  /** Printed diagonally on every page, in front of everything; null for none. */
  readonly watermark: string | null;
  /** Collects console errors and missing glyphs as well, which takes time; off where it is not given. */
  readonly report?: boolean;
}

export interface Sides {
  readonly topMm: number;
  readonly rightMm: number;
  readonly bottomMm: number;
  readonly leftMm: number;
}

/** A header or footer: starts at the paper's edge and is `heightMm` tall. */
export interface Band {
  /** The client's HTML, Handlebars filled, a fragment. */
  readonly html: string;
  readonly heightMm: number;
  /** Left and right page margins apply to the band too. */
  readonly leftMm: number;
  readonly rightMm: number;
  /** Leave it off page one; the content starts where it does on the other pages. */
  readonly skipFirst: boolean;
}
