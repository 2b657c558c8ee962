import type { EntryLinks, RenderWarning } from '@platen/pdf';

const MAX_ENTRIES = 50;

/** Each list of a report has at most so many items. */
export const REPORT_LIMITS = {
  failedResources: MAX_ENTRIES,
  consoleErrors: MAX_ENTRIES,
  missingGlyphs: 100,
  warnings: MAX_ENTRIES,
} as const;

/** Lists and texts have a maximum length. */
export interface RenderReport {
  readonly pageCount: number;
  /** Images, styles, fonts and scripts, in order of failure. */
  readonly failedResources: readonly { readonly url: string; readonly reason: string }[];
  readonly consoleErrors: readonly string[];
  readonly missingGlyphs: readonly string[];
  readonly warnings: readonly RenderWarning[];
  /** Milliseconds of each step, in order. */
  readonly phases: Readonly<Record<string, number>>;
  /** The address that the document came from, after redirects, for a job with an address. */
  readonly finalUrl?: string | undefined;
  /** For a job with `otherEntries`. It is for the merge, and not for who reads the report. */
  readonly entryLinks?: EntryLinks | undefined;
}
