import type { RenderReport } from '@platen/print-engine';

/** Of one page with nothing to report, for renderers that print nothing. */
export const REPORT: RenderReport = {
  pageCount: 1,
  failedResources: [],
  consoleErrors: [],
  missingGlyphs: [],
  warnings: [],
  phases: {},
};
