import type { PrintJob } from '../schema/print-job.ts';

/** Turns a print job into a PDF. Every backend (Browser Run, the container) is one of these. */
export interface Renderer {
  /**
   * @throws {PrintTimeout} the deadline passed; whatever still ran was stopped
   * @throws {PdfTooLarge} the PDF passed `maxPdfBytes`; reading stopped there
   * @throws {UnprintableJob} the job cannot be printed as asked: a page range past the end, a bad selector
   * @throws {PrintFailed} the browser or the page broke down
   */
  print(job: PrintJob, limits: PrintLimits): Promise<PrintedPdf>;
}

export interface PrintLimits {
  /** A page serves one job of one workspace, and a renderer process never serves two workspaces. */
  readonly workspaceId: string;
  /** Epoch milliseconds: the plan's timeout, counted from the arrival of the request (decision 24). */
  readonly deadline: number;
  readonly maxPdfBytes: number;
}

export interface PrintedPdf {
  /** A stream where it is too large to hold. */
  readonly body: Uint8Array | ReadableStream<Uint8Array>;
  readonly sizeBytes: number;
  readonly report: RenderReport;
}

/** What happened while the page rendered. Counts and texts are bounded; nothing of it is logged. */
export interface RenderReport {
  readonly pageCount: number;
  /** Images, styles, fonts and scripts that did not load, in order of failure. */
  readonly failedResources: readonly { readonly url: string; readonly reason: string }[];
  readonly consoleErrors: readonly string[];
  /** Characters for which no font had a glyph. */
  readonly missingGlyphs: readonly string[];
  /** Milliseconds of each step, in order. */
  readonly phases: Readonly<Record<string, number>>;
}

/** Base of every failure that a renderer names. `message` is for the log, never for the client. */
export abstract class RenderFailure extends Error {
  abstract readonly kind: 'timeout' | 'too-large' | 'unprintable' | 'failed';
}

/** The deadline passed before the PDF was finished. */
export class PrintTimeout extends RenderFailure {
  readonly kind = 'timeout';
  override readonly name = 'PrintTimeout';
}

/** The PDF is larger than the plan allows. */
export class PdfTooLarge extends RenderFailure {
  readonly kind = 'too-large';
  override readonly name = 'PdfTooLarge';
}

/** The document cannot be printed as asked; `detail` is for the client: `options.pageRanges: …`. */
export class UnprintableJob extends RenderFailure {
  readonly kind = 'unprintable';
  override readonly name = 'UnprintableJob';
  readonly detail: string;

  constructor(detail: string) {
    super(detail);
    this.detail = detail;
  }
}

/** The browser crashed, the session was lost, or the backend refused the work. */
export class PrintFailed extends RenderFailure {
  readonly kind = 'failed';
  override readonly name: string = 'PrintFailed';
}

/**
 * The renderer had no browser for the job, or lost it under the job: it was not the job's doing, nothing is
 * left of it, and another renderer may still print it.
 */
export class RendererUnavailable extends PrintFailed {
  override readonly name: string = 'RendererUnavailable';
}
