/** This happens to a PDF after it is printed. It can be sent as JSON. */
export interface FinishOptions {
  readonly metadata: Metadata | null;
  readonly attachments: readonly Attachment[];
  readonly watermark: WatermarkOptions | null;
  readonly encryption: EncryptionOptions | null;
  /** The pages that are drawn below those of the PDF. Default: none. */
  readonly letterhead?: LetterheadOptions | null;
  /** The level of PDF/A that the PDF claims. It excludes encryption. Default: the PDF claims none. */
  readonly pdfa?: PdfaLevel | null;
  /** PDF/UA-1, for a document that is tagged. Default: the PDF does not claim it. */
  readonly pdfua?: boolean;
  /** The electronic invoice. It requires `pdfa` of part 3, and the attachment. Default: the invoice of the file, if it has one. */
  readonly facturX?: FacturX | null;
}

/** The attachment that is the invoice (Factur-X 1.08, 6.3.3). */
export interface FacturX {
  /** For example `factur-x.xml`. */
  readonly fileName: string;
  /** For example `EN 16931`. */
  readonly conformanceLevel: string;
}

/** The part of ISO 19005, and its conformance level. */
export type PdfaLevel = '1b' | '2b' | '2u' | '2a' | '3b' | '3u' | '3a';

/** A field that is null keeps the value of the file. */
export interface Metadata {
  readonly title: string | null;
  readonly author: string | null;
  readonly subject: string | null;
  readonly keywords: readonly string[] | null;
  /** The program that made the document. */
  readonly creator: string | null;
  /** BCP 47. */
  readonly language: string | null;
}

/** Keeps all metadata of the PDF. */
export const UNCHANGED: Metadata = {
  title: null,
  author: null,
  subject: null,
  keywords: null,
  creator: null,
  language: null,
};

export interface Attachment {
  /** Differs from the names of the others. */
  readonly name: string;
  /** `text/xml` */
  readonly mediaType: string;
  readonly description: string | null;
  readonly relationship: Relationship;
  readonly content: { readonly text: string } | { readonly base64: string };
}

/** ISO 32000-2, table 43. */
export type Relationship = 'Source' | 'Data' | 'Alternative' | 'Supplement' | 'Unspecified';

export interface WatermarkOptions extends Placement {
  /** `base64`: a PNG or a JPEG. */
  readonly content:
    | { readonly text: string; readonly colour: string }
    | { readonly base64: string; readonly mediaType: string };
}

/** Pages of a PDF. If a page number is null, these pages get none. */
export interface LetterheadOptions {
  /** A PDF. */
  readonly base64: string;
  /** For the first page. Default: 1. */
  readonly first?: number | null;
  /** For all pages after the first. Default: 2, or 1 if the PDF has one page. */
  readonly others?: number | null;
  /** The field of the request that names the PDF, for errors: `options.letterhead.asset`. */
  readonly field: string;
}

export interface Placement {
  /** 0 to 1. */
  readonly opacity: number;
  /** Degrees, counter-clockwise. */
  readonly angle: number;
  readonly layer: 'above' | 'below';
  readonly tiled: boolean;
  /** The width of the text or image. If it is null, it depends on the page. */
  readonly widthMm: number | null;
  /** Such as `1-3,5`; null for all pages. */
  readonly pageRanges: string | null;
}

/** At least one of the passwords is not null. */
export interface EncryptionOptions {
  readonly userPassword: string | null;
  readonly ownerPassword: string | null;
  /** A reader who has only the user password may do these. Null allows everything. */
  readonly permissions: Permissions | null;
}

export interface Permissions {
  readonly print: 'none' | 'low' | 'high';
  readonly copy: boolean;
  readonly modify: boolean;
  readonly annotate: boolean;
  readonly fillForms: boolean;
  readonly assemble: boolean;
}
