import { CommandRefused, CommandTimeout } from './devtools/connection.ts';
import type { PrintPage } from './page.ts';
import { PrintFailed, PrintTimeout, RenderFailure, RendererUnavailable, UnprintableJob } from './renderer.ts';

/** The browser or the page went away under the job; another try may succeed. */
export class BrowserLost extends RendererUnavailable {}

/** A script or style that never came kept the document from being read to its end. */
export class ParserBlocked extends PrintFailed {
  readonly culprits: readonly string[];

  constructor(culprits: readonly string[]) {
    super('the document waits for what does not come');
    this.culprits = culprits;
  }
}

/** What Chromium says of a command whose page was closed under it. */
const CLOSED = /Session with given id|Inspected target navigated or closed|Not attached to an active page/;

/** What it says where there is another document in its place: a `javascript:` address is told by no event. */
const REPLACED =
  /Cannot find context with specified id|Execution context was destroyed|Promise was collected/;

const documentLeft = (): UnprintableJob =>
  new UnprintableJob('htmlContent: the document goes to another address before it is printed');

/** @throws {UnprintableJob} what was to be printed is not there any more, or was not read to its end */
export function requireStay(page: PrintPage): void {
  if (page.watch.hasLeft) throw documentLeft();
}

/** What an error under a job comes to. */
export function printFailure(page: PrintPage, error: unknown): RenderFailure {
  if (page.isLost) return new BrowserLost(String(error));
  if (error instanceof RenderFailure) return error;
  if (error instanceof CommandTimeout) return new PrintTimeout(error.message);
  if (error instanceof CommandRefused) {
    const isClosed = CLOSED.test(error.message);
    const isReplaced = REPLACED.test(error.message) || (isClosed && page.watch.isLeaving);
    if (page.watch.hasLeft || isReplaced) return documentLeft();
    if (isClosed) return new BrowserLost(error.message);
  }
  return new PrintFailed(error instanceof Error ? error.message : String(error));
}
