/** The engine and its scripts in the page send these messages to each other, as JSON. */
import type {
  ClippedBox,
  CutElement,
  NoEffect,
  NoEffectCheck,
  PageWidth,
  WideContent,
} from './loss-messages.ts';

/** An event from the document's world to the isolated one. */
export const CONSOLE_ERROR_EVENT = 'platen-console-error';
export const UNCAUGHT_ERROR_EVENT = 'platen-uncaught-error';

/** As above. Its detail is whether a request begins; if not, one ends. */
export const REQUEST_EVENT = 'platen-request';

/** As above. Its detail is a `ScriptWork`. */
export const WORK_EVENT = 'platen-work';

/**
 * A call of a script for which the engine waits, or after which it looks further. `frames`: its result comes in an animation frame.
 * `sight`: it waits for
 * elements to come into the window. `scrolling`: it listens to the scrolling of the window. `shadow`: it makes a shadow root. `begins` and
 * `ends`: the browser begins or ends work for it, such as to load a font or to decode an image. `asks` and `answered`: a script that waits for
 * elements begins or ends a request. `end`: it waits for an element at the end of the document.
 */
export type ScriptWork =
  | 'frames'
  | 'sight'
  | 'scrolling'
  | 'shadow'
  | 'begins'
  | 'ends'
  | 'asks'
  | 'answered'
  | 'end';

/** As above, but of the engine. Its detail is whether observers of the end of the document are called again. */
export const SIGHT_EVENT = 'platen-sight';

/** The declaration of a page that begins at the left, also if the document is read from the right. */
export const PAGE_FROM_LEFT = 'direction: ltr !important';

/** A document that nobody sees before its print has a window of this width and height, in CSS pixels. No paper is as small. */
export const UNSEEN_PX = 1;

export interface ReadinessCheck {
  /** Only checked for validity, in the first pass too. */
  readonly selectors: readonly ElementWait[];
  /** If false, only loading is waited for, because a later check follows. */
  readonly isSettled: boolean;
  /** The HTML has nothing that happens after it is parsed: `fast/html-traits.ts`. */
  readonly isStatic: boolean;
  /** Only a print lays the document out. So nothing requests its fonts, and no image is drawn before. */
  readonly isUnseen: boolean;
  /** Also checks whether something in the document may depend on its pages. */
  readonly findsPaged: boolean;
  readonly findsHeadings: boolean;
  /** The HTML may declare shadow roots. */
  readonly hasShadowRoots: boolean;
  /** Printing continues without images and fonts that take longer. */
  readonly resourceBudgetMs: number;
  /** Also finds what did not load without a failed request, and links whose address is relative. */
  readonly findsUnloaded: boolean;
  /** Also finds boxes that cut their content because paper cannot be scrolled. */
  readonly findsClipped: boolean;
  /** Also finds content that is wider than the page. */
  readonly findsWide: PageWidth | null;
  readonly findsNoEffect: NoEffectCheck | null;
  /** Graphics with a name get the role of an image, for screen readers. */
  readonly labelsGraphics: boolean;
  /** The sides of a page that the document chooses. 0: any. */
  readonly leastPageMm: number;
  readonly paperStyle: string;
}

export interface ElementWait {
  readonly selector: string;
  readonly visible: boolean;
  /** The option that it comes from. */
  readonly field: string;
}

export interface InvalidSelector {
  readonly field: string;
  readonly problem: string;
}

/**
 * It was still pending when its time was over. `frames`: scripts asked for animation frames without end. `scrolling`: the end of the
 * document was not reached.
 */
export type Unfinished = 'frames' | 'scrolling' | 'images' | 'fonts';

export type Readiness =
  | ReadyDocument
  | ({ readonly state: 'invalid-selector' } & InvalidSelector)
  | { readonly state: 'left' }
  | { readonly state: 'failed'; readonly problem: string }
  | { readonly state: 'parser-blocked'; readonly arrived: readonly string[] };

/** Lists and texts have a maximum length. */
export interface ReadyDocument {
  readonly state: 'ready';
  /** Set if loading was stopped: the beginnings of the addresses that had arrived. */
  readonly arrived: readonly string[] | null;
  readonly unfinished: readonly Unfinished[];
  readonly failedFonts: readonly string[];
  /** Something in the document may depend on its pages: `mark-pages.ts`. */
  readonly isPaged: boolean;
  /** Its style sheets of other files are still read: `judgeSheets` knows later what in them is for pages. */
  readonly readsSheets: boolean;
  readonly unloaded: readonly FailedResource[];
  readonly relativeLinks: readonly string[];
  readonly clipped: readonly ClippedBox[];
  /** Elements that may wait for a reader who scrolls. */
  readonly unseen: readonly string[];
  readonly wide: WideContent | null;
  readonly cutAtEdge: readonly CutElement[];
  readonly noEffect: NoEffect | null;
  /** The texts of the headings. Empty if no bookmarks are made of them. */
  readonly headings: readonly string[];
  readonly consoleErrors: readonly ScriptError[];
  /** The document asked for another address. The navigation may still be blocked or fail. */
  readonly isLeaving: boolean;
  readonly usedNetwork: boolean;
  /** A print began before the document was ready. */
  readonly isPrinting: boolean;
  /** The length of a document that a server sent, without compression. */
  readonly documentBytes: number;
  readonly title: string;
  readonly url: string;
}

/** The style sheets of other files. */
export interface PagesOfSheets {
  /** Something in them depends on the pages. */
  readonly isPaged: boolean;
  /** CSS for pages without an effect, if it is looked for. */
  readonly ignored: readonly string[];
}

export interface FailedResource {
  /** The beginning of the address, as the document has it. */
  readonly url: string;
  /** `relative`: the address needs that of the document, which has none. */
  readonly problem: 'damaged' | 'empty' | 'relative';
}

export interface ScriptError {
  readonly text: string;
  /** If false, a script wrote it to the console. */
  readonly isUncaught: boolean;
}

export interface ContentSize {
  /** Pages follow each other along its width. */
  readonly isVertical: boolean;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The box of an element in CSS pixels, from the corner of the document. */
export interface ElementBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** In pixels. */
export interface PictureStart {
  readonly width: number;
  readonly height: number;
  readonly isTransparent: boolean;
}

export interface PictureEnd {
  readonly type: 'png' | 'jpeg' | 'webp';
  /** 1 to 100. Null is Chromium's default. */
  readonly quality: number | null;
  readonly mark: PictureMark | null;
}

/** A word that is drawn over a picture at many places. */
export interface PictureMark {
  readonly opacity: number;
  readonly colour: string;
  /** The path of each letter, and where it starts. SVG paths, one unit wide. */
  readonly paths: readonly { readonly x: number; readonly path: string }[];
  /** Matrices of six numbers. */
  readonly places: readonly (readonly number[])[];
}

/** In CSS pixels. */
export interface PageMargins {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** All bands of a job, before it is known which pages have them. */
export interface BandsToPrepare {
  readonly bands: readonly BandContent[];
  /** The size of most pages. */
  readonly paper: BandSheetSize;
  readonly resourceBudgetMs: number;
}

export interface BandSheetSize {
  readonly widthMm: number;
  readonly heightMm: number;
}

/** Blank sheets with the bands at their edges, which are laid over the document's pages. */
export interface BandLayout {
  readonly sizes: readonly BandSheetSize[];
  readonly sheets: readonly BandSheet[];
  /** By class name, the text of the elements of that class. */
  readonly texts: Readonly<Record<string, string>>;
}

export interface BandContent {
  readonly edge: 'header' | 'footer';
  readonly html: string;
  readonly heightMm: number;
  readonly leftMm: number;
  readonly rightMm: number;
}

export interface LaidOutBands {
  /** In the order of `BandsToPrepare`. */
  readonly bands: readonly LaidOutBand[];
}

export interface LaidOutBand {
  /** The height that its content needs. */
  readonly contentHeightMm: number;
  /** The beginnings of the addresses of style sheets that only the browser may read, whose fonts are left out. */
  readonly unreadable: readonly string[];
}

export interface BandSheet {
  /** An index into `sizes`. */
  readonly size: number;
  /** The texts of this sheet, by class name or custom property. A class name may go on with the selector of an attribute. */
  readonly texts: Readonly<Record<string, string>>;
  /** Indexes into the bands. */
  readonly bands: readonly number[];
}

/** Chromium paints backgrounds on whole CSS pixels (0.26 mm). The zoom makes bands exact to 0.07 mm. */
export const SHEET_ZOOM = 4;

/** The paper is this much taller than the sheet, so that rounding never makes a second page. */
export const SHEET_SLACK_MM = 1;

/** What is printed around a character that has no glyph, without spaces. */
export interface GlyphPlace {
  readonly before: string;
  readonly after: string;
}
