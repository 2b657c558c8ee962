/** What the engine and its scripts in the page send to each other, as JSON. */

export interface ReadinessCheck {
  /**
   * `first`: at once; returns `loading` if the document is not parsed soon. `later`: after the load event. `last`: the
   * load event did not come in time, so loading is stopped.
   */
  readonly pass: 'first' | 'later' | 'last';
  readonly selector: string | null;
  /** The most time that images and fonts may take. Printing then continues without them. */
  readonly resourceBudgetMs: number;
  /** Looks for characters that no font has. */
  readonly missingGlyphs: boolean;
  /** The job's `@page` rule. */
  readonly paperStyle: string;
}

export type Readiness =
  | ReadyDocument
  /** The selector is invalid for every document. */
  | { readonly state: 'invalid-selector'; readonly problem: string }
  | { readonly state: 'loading' }
  /** The parser waits for a script or style. */
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

/** Blank sheets of paper with the bands at their edges. They are laid over the document's pages. */
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

/**
 * Chromium paints backgrounds on whole CSS pixels, which are 0.26 mm. Bands are laid out at four times their size and
 * printed at a quarter, so they are exact to 0.07 mm.
 */
export const SHEET_ZOOM = 4;

/** The paper is this much taller than the sheet, so that rounding never makes a second page. */
export const SHEET_SLACK_MM = 1;
