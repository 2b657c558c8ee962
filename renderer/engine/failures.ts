/** Base of every failure of a print. `message` is for the log, never for the client. */
export abstract class RenderFailure extends Error {
  abstract readonly kind: 'timeout' | 'too-large' | 'unprintable' | 'failed';
}

export class PrintTimeout extends RenderFailure {
  readonly kind = 'timeout';
  override readonly name = 'PrintTimeout';
}

export class PdfTooLarge extends RenderFailure {
  readonly kind = 'too-large';
  override readonly name = 'PdfTooLarge';
}

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

export class PrintFailed extends RenderFailure {
  readonly kind = 'failed';
  override readonly name: string = 'PrintFailed';
}

/** No browser was available, or it was lost. Another renderer may print the job. */
export class RendererUnavailable extends PrintFailed {
  override readonly name: string = 'RendererUnavailable';
}

/** Lost while the job ran. A second attempt may succeed. */
export class BrowserLost extends RendererUnavailable {}
