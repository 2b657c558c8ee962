import type { Fault } from '@platen/pdf';

/** Base of every failure of a print. `message` is for the log, never for the client. */
export abstract class RenderFailure extends Error {
  abstract readonly kind:
    | 'timeout'
    | 'wait'
    | 'no-page'
    | 'cancelled'
    | 'too-large'
    | 'unprintable'
    | 'faulty'
    | 'failed';
  /** The time that the job has used pages, in milliseconds. Waiting for a page does not count. */
  pageMs = 0;
}

export class PrintTimeout extends RenderFailure {
  readonly kind: 'timeout' | 'wait' | 'no-page' = 'timeout';
  override readonly name: string = 'PrintTimeout';
}

/** A condition of the job did not hold within its own time. */
export class WaitTimeout extends PrintTimeout {
  override readonly kind = 'wait';
  override readonly name = 'WaitTimeout';
  /** For the client. It begins with the option: `options.waitFor.selector: …`. */
  readonly detail: string;

  constructor(detail: string) {
    super(detail);
    this.detail = detail;
  }
}

/** The deadline passed, but not because of the document: the job waited for its page, or its renderer did not answer. */
export class NoPageInTime extends PrintTimeout {
  override readonly kind = 'no-page';
  override readonly name = 'NoPageInTime';
}

/** The caller's signal ended the job. */
export class PrintCancelled extends RenderFailure {
  readonly kind = 'cancelled';
  override readonly name = 'PrintCancelled';
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

/** The document has faults of a kind in the job's `failOn`. */
export class FaultyDocument extends RenderFailure {
  readonly kind = 'faulty';
  override readonly name = 'FaultyDocument';
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(`the document has faults: ${[...new Set(faults.map(({ kind }) => kind))].join(', ')}`);
    this.faults = faults;
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

/** The process of the page ended by a fault, and the browser goes on. If it happens again, the document is the reason. */
export class PageCrashed extends BrowserLost {
  readonly #sourceField: string;

  constructor(sourceField: string, message: string) {
    super(message);
    this.#sourceField = sourceField;
  }

  /** Names the document, because another try would end in the same way, also in other renderers. */
  toUnprintable(): UnprintableJob {
    const detail = `${this.#sourceField}: the document ends the browser's process of its page, as CSS does that is nested many thousand levels deep`;
    return Object.assign(new UnprintableJob(detail), { pageMs: this.pageMs });
  }
}
