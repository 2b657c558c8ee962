import type { PageSelection } from './band-pages.ts';
import type { FaultKind } from './fault.ts';
import type { FinishOptions } from './finish-options.ts';
import type { OtherEntries } from './other-entries.ts';
import type { Picture } from './picture.ts';
import type { PrintedInvoice } from './printed-invoice.ts';
import type { RenderWarning } from './render-warning.ts';

/** A document with the settings of its print. All options are explicit, and lengths are millimetres. */
export interface PrintJob extends JobDocument, PageLayout, PrintSettings {
  /** Makes a picture of the document on the screen. It has no bands and no pages. Default: a PDF. */
  readonly picture?: Picture | null;
  /** Printed diagonally in front of every page. See `pdf/watermark.ts` for its letters. */
  readonly watermark: string | null;
  /** A line of small text at the foot of every page, in front of everything. Pictures do not have it. Default: none. */
  readonly notice?: string | null;
  /** Prints the sheets with the bands of another document, instead of `html` (`planSheets`). Default: null. */
  readonly bandsOnly?: BandsOnly | null;
  /** This happens after the print, in the same pass as bands and watermark. Default: nothing. */
  readonly finish?: FinishOptions | null;
  /** The pages are compared with it, if the job looks for faults of this kind. Default: none. */
  readonly invoice?: PrintedInvoice | null;
  /** In pixels. The engine ignores it. A renderer that can draw page one sends the picture with the PDF. Default: none. */
  readonly thumbnailWidth?: number | null;
  /** These are known before the print. The report starts with them. */
  readonly warnings?: readonly RenderWarning[];
  /** Also collects console errors and missing glyphs, which takes time. Default: false. */
  readonly report?: boolean;
}

/** The document that is printed. */
export interface JobDocument {
  /** A whole document or a fragment. Empty if the job has an `address`. */
  readonly html: string;
  /** Loads the document from a server instead. Default: none. */
  readonly address?: PageAddress | null;
  /** The field of the request that the document comes from, for the messages of failures. Default: `htmlContent`. */
  readonly sourceField?: string;
  /** The document becomes an entry of a merge, and may refer to the others. Default: none. */
  readonly otherEntries?: OtherEntries | null;
}

/** The paper, its margins and its bands. */
export interface PageLayout {
  readonly paper: { readonly widthMm: number; readonly heightMm: number };
  /** From the paper's edge to the content, with room for the highest bands. */
  readonly contentMargin: Sides;
  /**
   * Instead of the top and bottom of `contentMargin`, if pages have bands of different heights. Left pages are even, and right
   * pages are odd from the third on, also in a document that is read from right to left.
   */
  readonly pageMargins?: Readonly<Record<'first' | 'left' | 'right', VerticalSides>>;
  /**
   * Prints one page that is as high as its content. `paper.heightMm` is the maximum. Not with `preferCssPageSize`.
   * Default: false.
   */
  readonly fitHeight?: boolean;
  /** Scales the content down until it is no wider than the page. Default: false. */
  readonly fitWidth?: boolean;
  /** Uses the margins of the document's own `@page` rules, except under a band. Default: false. */
  readonly documentMargin?: boolean;
  /** Without it, the document may choose any paper size. */
  readonly pageBounds?: PageBounds;
  /** A page has the first one that it may have. */
  readonly header: readonly Band[];
  readonly footer: readonly Band[];
}

/** The settings of the print. */
export interface PrintSettings {
  /** The number of page one in the bands. Default: 1. */
  readonly firstPageNumber?: number;
  /** Selects the elements that begin a section, for bands that name it. Default: `h1`. */
  readonly sections?: string;
  readonly printBackground: boolean;
  readonly mediaType: 'print' | 'screen';
  /**
   * Pixels of the screen for each CSS pixel: those of a canvas, and the images that `srcset` chooses. Above 1, no length
   * depends on them. At 1, glyphs of installed fonts are at whole pixels. Default: 2.
   */
  readonly pixelRatio?: number;
  /** 0.1 to 2. Bands are not scaled. */
  readonly scale: number;
  /** For example `1-3,5`; null prints all pages. The engine does not check the syntax. */
  readonly pageRanges: string | null;
  /** Short for a `waitFor` with this selector. Both may be given. */
  readonly waitForSelector: string | null;
  /** Conditions that must all hold after the load event. Default: none. */
  readonly waitFor?: WaitFor | null;
  /** Lets the document's `@page` rules choose paper size and orientation. */
  readonly preferCssPageSize: boolean;
  /** Adds a structure tree for screen readers. */
  readonly tagged: boolean;
  /** Makes bookmarks from the headings. Chromium then tags the document too. */
  readonly outline: boolean;
  /** Turns the document's controls into fields that can be filled. Default: false. */
  readonly forms?: boolean;
  /** The print fails if it finds one of these. What is not in a report takes no time. Default: none. */
  readonly failOn?: readonly FaultKind[];
}

/** A document that exists already. */
export interface BandsOnly {
  readonly title: string;
  /** One after the other, in points. */
  readonly pages: readonly PageRun[];
}

/** Pages of one size that follow each other. */
export interface PageRun {
  readonly widthPoints: number;
  readonly heightPoints: number;
  readonly count: number;
}

export interface PageAddress {
  /** `http` or `https`, without credentials. */
  readonly url: string;
  /** For requests of the document and its resources to the origin of `url`. Not for requests of scripts and frames. */
  readonly headers: Readonly<Record<string, string>>;
  /** For all requests to the origin of `url`. Scripts cannot read them. */
  readonly cookies: readonly PageCookie[];
  readonly maxDocumentBytes: number;
}

export interface PageCookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

export interface WaitFor {
  /** An element that matches must exist. */
  readonly selector?: string | undefined;
  /** The element must also have a box and not be hidden. Default: false. */
  readonly visible?: boolean | undefined;
  /** JavaScript that must become truthy. It runs among the document's own scripts. */
  readonly expression?: string | undefined;
  /** So long no request may be under way. */
  readonly networkIdleMs?: number | undefined;
  readonly delayMs?: number | undefined;
  /** For each condition. Default: 30 seconds. */
  readonly timeoutMs?: number | undefined;
}

export interface Sides {
  readonly topMm: number;
  readonly rightMm: number;
  readonly bottomMm: number;
  readonly leftMm: number;
}

export type VerticalSides = Pick<Sides, 'topMm' | 'bottomMm'>;

/** A header or footer. It starts at the paper's edge. */
export interface Band {
  /** A fragment. Its scripts do not run. An empty one keeps its pages without a band. */
  readonly html: string;
  readonly heightMm: number;
  readonly leftMm: number;
  readonly rightMm: number;
  /** The pages that may have it. It is null for all pages. */
  readonly pages: PageSelection | null;
  /** The field of the request, for warnings: `options.header[1]`. */
  readonly field: string;
}

export interface PageBounds {
  readonly maxSideMm: number;
  /** The least width and height between the margins. */
  readonly minContentMm: number;
}
