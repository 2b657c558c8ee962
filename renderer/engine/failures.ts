/** Base of every failure of a print. `message` is for the log, never for the client. */
export abstract class RenderFailure extends Error {
  abstract readonly kind: 'timeout' | 'too-large' | 'unprintable' | 'failed';
}

/** The deadline passed before the PDF was finished. */
export class PrintTimeout extends RenderFailure {
  readonly kind = 'timeout';
  override readonly name = 'PrintTimeout';
}

/** The PDF is larger than `maxPdfBytes`. */
export class PdfTooLarge extends RenderFailure {
  readonly kind = 'too-large';
  override readonly name = 'PdfTooLarge';
}

/** The document cannot be printed as asked. */
export class UnprintableJob extends RenderFailure {
  readonly kind = 'unprintable';
  override readonly name = 'UnprintableJob';
  /** For the client. It begins with the field at fault: `options.pageRanges: …`. */
  readonly detail: string;

  constructor(detail: string) {
    super(detail);
    this.detail = detail;
  }
}

/** The browser or the page failed. */
export class PrintFailed extends RenderFailure {
  readonly kind = 'failed';
  override readonly name: string = 'PrintFailed';
}

/** There was no browser for the job, or it was lost. The job is not at fault, so another renderer may print it. */
export class RendererUnavailable extends PrintFailed {
  override readonly name: string = 'RendererUnavailable';
}

/** The browser or the page was lost while the job ran. A second attempt may succeed. */
export class BrowserLost extends RendererUnavailable {}
