/** Messages about content that the print does not have, or not as the document asks for it. */

/** A box that cuts its content on paper, where nobody can scroll it. */
export interface ClippedBox {
  /** Its tag, id and classes, such as `div.app`. */
  readonly element: string;
  readonly side: 'high' | 'wide';
  readonly boxPx: number;
  readonly contentPx: number;
}

/** The width that the content of a page has, in CSS pixels, as far as it is known before the print. */
export interface PageWidth {
  /** That of the window. */
  readonly windowPx: number;
  readonly scale: number;
  /** The document chooses its margins, and maybe its paper. */
  readonly ofDocument: 'margins' | 'paper' | null;
}

export interface WideElement {
  readonly element: string;
  readonly widthPx: number;
  /** How far it reaches from the edge at which lines begin. */
  readonly endPx: number;
}

/** Content that is wider than the page. */
export interface WideContent {
  /** The outermost elements, by tag, id and classes. */
  readonly elements: readonly WideElement[];
  readonly pagePx: number;
  /** From the edge at which the page begins. */
  readonly contentPx: number;
  /** What is beyond this is cut. Chromium shrinks no document that is read from the right. */
  readonly maxPx: number;
}

/** An element whose text is partly beside the page, at an edge for which Chromium shrinks nothing. */
export interface CutElement {
  readonly element: string;
  readonly side: 'left' | 'right';
}

/** Lengths in CSS pixels. */
export interface NoEffectCheck {
  /** The document may choose its paper. */
  readonly isOwnPaper: boolean;
  readonly paperPx: { readonly width: number; readonly height: number };
  /** The margin that a header or a footer makes. It is null if the document's margin counts. */
  readonly bandsPx: { readonly top: number | null; readonly bottom: number | null };
  /** The margins of the job, if they count and not those of the document. */
  readonly marginsPx: Readonly<Record<Side, number>> | null;
}

export type Side = 'top' | 'right' | 'bottom' | 'left';

/** The document asks for it, and the print does not do it. */
export interface NoEffect {
  /** Addresses in the document that lead to no element. */
  readonly deadLinks: readonly string[];
  readonly pageSize: string | null;
  /** Those that a header or a footer replaces. */
  readonly margins: readonly {
    readonly side: 'top' | 'bottom';
    readonly ownPx: number;
    readonly bandPx: number;
  }[];
  /** Those that the margins of the job replace. */
  readonly jobMargins: readonly { readonly side: Side; readonly ownPx: number; readonly jobPx: number }[];
  readonly hyphens: boolean;
  readonly maskComposite: boolean;
  /** Text outside of margin boxes shows `counter(page)`. */
  readonly pageCounter: boolean;
  /** Declarations of `@page` rules. */
  readonly ignored: readonly string[];
  /** Elements whose page breaks Chromium does not make. */
  readonly lostBreaks: readonly string[];
  /** Margin boxes on a side where the page has no margin. */
  readonly noRoom: readonly { readonly box: string; readonly side: Side }[];
  /** The first `page-orientation`. */
  readonly turn: string | null;
}
