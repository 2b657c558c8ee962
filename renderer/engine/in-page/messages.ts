/** What the engine and its scripts in the page send to each other, as JSON. */

export interface ReadinessCheck {
  /** `first`: at once. `later`: after the load event. `last`: the event is late, so loading stops. */
  readonly pass: 'first' | 'later' | 'last';
  readonly selector: string | null;
  /** Printing continues without images and fonts that take longer. */
  readonly resourceBudgetMs: number;
  readonly missingGlyphs: boolean;
  readonly paperStyle: string;
}

export type Readiness =
  | ReadyDocument
  | { readonly state: 'invalid-selector'; readonly problem: string }
  | { readonly state: 'loading' }
  | { readonly state: 'parser-blocked'; readonly arrived: readonly string[] };

export interface ReadyDocument {
  readonly state: 'ready';
  /** Set if loading was stopped: the addresses that had arrived. */
  readonly arrived: readonly string[] | null;
  readonly failedFonts: readonly string[];
  readonly missingGlyphs: readonly string[];
  readonly title: string;
  readonly url: string;
}

/** Blank sheets with the bands at their edges, which are laid over the document's pages. */
export interface BandLayout {
  readonly header: BandContent | null;
  readonly footer: BandContent | null;
  readonly sizes: readonly { readonly widthMm: number; readonly heightMm: number }[];
  readonly sheets: readonly BandSheet[];
  /** By class name, the text of the elements of that class. */
  readonly texts: Readonly<Record<string, string>>;
  readonly resourceBudgetMs: number;
}

export interface BandContent {
  readonly html: string;
  readonly heightMm: number;
  readonly leftMm: number;
  readonly rightMm: number;
}

export interface BandSheet {
  /** An index into `sizes`. */
  readonly size: number;
  readonly pageNumber: number;
  readonly header: boolean;
  readonly footer: boolean;
}

/** Chromium paints backgrounds on whole CSS pixels (0.26 mm). The zoom makes bands exact to 0.07 mm. */
export const SHEET_ZOOM = 4;

/** The paper is this much taller than the sheet, so that rounding never makes a second page. */
export const SHEET_SLACK_MM = 1;
