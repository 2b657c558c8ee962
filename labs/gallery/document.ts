import type { Band, PrintJob } from '@platen/pdf';

/** A document of the gallery, and what its PDF must have. */
export interface GalleryDocument {
  /** Also the name of the PDF. */
  readonly name: string;
  readonly html: string;
  readonly options?: Partial<PrintJob>;
  readonly expected: {
    /** An exact number, or a range. */
    readonly pages: number | readonly [number, number];
    /** Texts by page number. */
    readonly text?: Readonly<Record<number, readonly string[]>>;
    /** Parts of the names of the embedded fonts. */
    readonly fonts?: readonly string[];
    /** A box of one colour. Its position is measured from the top left corner of the paper. */
    readonly box?: {
      readonly page: number;
      readonly colour: readonly [number, number, number];
      readonly leftMm?: number;
      readonly topMm?: number;
      readonly widthMm?: number;
      readonly heightMm?: number;
    };
    /** No character may be missing: the document embeds its fonts. */
    readonly allGlyphs?: true;
  };
}

const STYLE = `
  body { margin: 0; font: 10pt/1.5 "Helvetica Neue", Helvetica, Arial, "Open Sans", sans-serif; color: #1c2430 }
  h1 { font-size: 22pt; line-height: 1.2; margin: 0 0 4mm; letter-spacing: -.01em }
  h2 { font-size: 13pt; margin: 7mm 0 2mm; break-after: avoid }
  p { margin: 0 0 3mm; orphans: 3; widows: 3 }
  table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums }
  th { text-align: left; font-size: 8pt; text-transform: uppercase; letter-spacing: .06em; color: #5b6675 }
  th, td { padding: 1.6mm 2mm; border-bottom: .2mm solid #d8dee6; vertical-align: top }
  .number { text-align: right } .muted { color: #5b6675 }
  tr { break-inside: avoid }`;

export const page = (title: string, body: string, style = ''): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><style>${STYLE}${style}</style><body>${body}`;

export const margins = (topMm = 18, rightMm = 18, bottomMm = topMm, leftMm = rightMm) => ({
  contentMargin: { topMm, rightMm, bottomMm, leftMm },
});

export const band = (html: string, heightMm = 18): Band => ({
  html: `<style>div { font: 8pt "Helvetica Neue", Helvetica, Arial, "Open Sans", sans-serif; color: #5b6675 }</style>${html}`,
  heightMm,
  leftMm: 18,
  rightMm: 18,
  pages: null,
  field: 'options.footer',
});

export const PAGE_OF_TOTAL = band(
  '<div style="padding-top: 6mm; text-align: right">Page <span class="pageNumber"></span> of <span class="totalPages"></span></div>',
);

export const repeat = (count: number, item: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => item(index)).join('');

export const LOREM =
  'Type is set once and read a thousand times. The plate presses evenly, the ink lies where it was meant to lie, and the paper keeps it. What looks simple on the page was measured, cut and measured again before the first sheet came off the press.';

export const logo = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><rect width="40" height="40" rx="8" fill="#0b5fff"/><path d="M10 28V12h11a6 6 0 0 1 0 12h-7" fill="none" stroke="#fff" stroke-width="4"/><text x="50" y="28" font-family="Helvetica, Arial, Open Sans, sans-serif" font-size="22" font-weight="700" fill="#1c2430">Acme</text></svg>',
)}`;
