import { PrintTimeout } from './failures.ts';

export interface PrintLimits {
  /** A page never serves two workspaces. A workspace may get a page that it used before, cleared. */
  readonly workspaceId: string;
  /** Epoch milliseconds. */
  readonly deadline: number;
  readonly maxPdfBytes: number;
  /** The pages of the document, also of those that a page range leaves out. Default: any number. */
  readonly maxPages?: number;
  /** The part of a pool's pages that the workspace may use at the same time. Default: 1, all of them. */
  readonly pageShare?: number;
  /** Browsers that the workspace may use at the same time. Default: any number. */
  readonly maxBrowsers?: number;
  /** Nobody waits for the PDF, so the prints that somebody waits for come first. */
  readonly isBackground?: boolean;
}

/** @throws {PrintTimeout} the deadline has passed */
export function remainingMs({ deadline }: PrintLimits): number {
  const remaining = deadline - Date.now();
  if (remaining <= 0) throw new PrintTimeout('the deadline passed');
  return remaining;
}
