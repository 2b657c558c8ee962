import type { PdfOptions, TemplateSettings } from '../schema/api/pdf-options.ts';
import type { PrintJob } from '../schema/print-job.ts';

/** Everything a composition depends on: no network, no storage, no clock of its own. */
export interface CompositionInput {
  /** The Handlebars source: the request's `htmlContent`, or the saved template's content. */
  readonly html: string;
  readonly template: { readonly name: string; readonly settings: TemplateSettings } | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly options: PdfOptions;
  /** The request's `filename`, already normalised (decision 13), or null. */
  readonly filename: string | null;
  readonly maxHtmlBytes: number;
  readonly watermark: string | null;
  /** Epoch milliseconds, for helpers that print today's date. */
  readonly now: number;
}

export interface Composition {
  readonly job: PrintJob;
  /** Ends in `.pdf`. */
  readonly filename: string;
}

/**
 * @throws {TemplateError} a template that does not compile or fails while it renders
 * @throws {InvalidComposition} a request that is well-formed but cannot be composed
 */
export declare function compose(input: CompositionInput): Composition;
