import { DeadlineExceeded } from '@platen/meter';
import { InvalidPdfOption, type PrintJob, requireDrawableMark, ImpossiblePdf } from '@platen/pdf';
import { CommandRefused, CommandTimeout } from '../devtools/connection.ts';
import {
  BrowserLost,
  FaultyDocument,
  PageCrashed,
  PrintFailed,
  PrintTimeout,
  RenderFailure,
  UnprintableJob,
} from '../failures.ts';
import type { PrintPage } from '../pages/print-page.ts';

/** A script or style did not arrive, and the parser waits for it. */
export class ParserBlocked extends PrintFailed {
  readonly blockingUrls: readonly string[];

  constructor(blockingUrls: readonly string[]) {
    super('the document waits for a script or style that does not arrive');
    this.blockingUrls = blockingUrls;
  }
}

/** Chromium's messages for a command whose page was closed. */
const PAGE_CLOSED = /Session with given id|Not attached to an active page/;

/** Its messages if the document was replaced. A page is never closed while it prints. */
const DOCUMENT_REPLACED =
  /Cannot find context with specified id|Execution context was destroyed|Promise was collected|Inspected target navigated or closed/;

export const documentLeft = ({ sourceField }: PrintPage): UnprintableJob =>
  new UnprintableJob(`${sourceField}: the document goes to another address before it is printed`);

/** The error if the rest of a server's document will not come. Chromium does not say why: a script may have called `window.stop()`. */
export const documentCutOff = ({ sourceField }: PrintPage): UnprintableJob =>
  new UnprintableJob(
    `${sourceField}: the document goes to another address, or stops loading, before it is complete`,
  );

/** The error of a page without memory. It names the document, because another try would end in the same way, also in other renderers. */
const needsMemory = ({ sourceField }: PrintPage): UnprintableJob =>
  new UnprintableJob(`${sourceField}: the document needs more memory than its page may have`);

/** @throws {UnprintableJob} another document replaced this one, or Chromium stopped parsing it */
export function requireStay(page: PrintPage): void {
  if (page.watch.hasLeft) throw documentLeft(page);
}

/** Checks the mark before a page is used. @throws {UnprintableJob} */
export function requireMark({ watermark }: PrintJob): void {
  try {
    if (watermark !== null) requireDrawableMark(watermark);
  } catch (error) {
    throw error instanceof InvalidPdfOption ? new UnprintableJob(error.detail) : error;
  }
}

export function toRenderFailure(page: PrintPage, error: unknown): RenderFailure {
  if (page.isLost) {
    if (page.isOutOfMemory) return needsMemory(page);
    return page.isFaulty ? new PageCrashed(page.sourceField, String(error)) : new BrowserLost(String(error));
  }
  if (error instanceof RenderFailure) return error;
  if (error instanceof InvalidPdfOption) return new UnprintableJob(error.detail);
  if (error instanceof ImpossiblePdf)
    return new FaultyDocument(error.problems.map((detail) => ({ kind: error.option, detail })));
  if (error instanceof DeadlineExceeded) return new PrintTimeout('the PDF was not read in time');
  if (error instanceof CommandTimeout) return new PrintTimeout(error.message);
  if (error instanceof CommandRefused) {
    if (page.watch.hasLeft || DOCUMENT_REPLACED.test(error.message)) return documentLeft(page);
    if (PAGE_CLOSED.test(error.message)) return new BrowserLost(error.message);
  }
  return new PrintFailed(error instanceof Error ? error.message : String(error), { cause: error });
}
