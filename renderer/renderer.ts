import type { PrintJob } from '@platen/pdf';
import type { PrintLimits, RenderReport } from '@platen/print-engine';

export interface Renderer {
  /**
   * @param signal cancels the job: it leaves the queue, or its page is closed
   * @throws {PrintTimeout} the deadline passed; everything that still ran was stopped
   * @throws {PrintCancelled} the signal aborted
   * @throws {PdfTooLarge} the PDF passed `maxPdfBytes`; reading stopped there
   * @throws {UnprintableJob} the job cannot be printed as asked: a page range past the end, a bad selector
   * @throws {FaultyDocument} the document has faults of a kind in the job's `failOn`
   * @throws {RendererUnavailable} there was no browser for the job, or it was lost
   * @throws {PrintFailed} the browser or the page failed
   */
  print(job: PrintJob, limits: PrintLimits, signal?: AbortSignal): Promise<PrintedPdf>;
  /**
   * Starts a browser, if none runs.
   * @throws {RendererUnavailable} none could be started
   */
  start(): Promise<void>;
}

/** A PNG of page one. */
export interface Thumbnail {
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export interface PrintedPdf {
  /** A stream if the PDF is too large for memory. */
  readonly body: Uint8Array | ReadableStream<Uint8Array>;
  readonly sizeBytes: number;
  readonly report: RenderReport;
  /** Background jobs wait for this browser. Fewer of them at once would print as many PDFs. */
  readonly isCrowded?: boolean;
  /** If the job asked for one, and the renderer draws it. @throws {RenderFailure} */
  readonly thumbnail?: Promise<Thumbnail>;
}
