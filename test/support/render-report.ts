import type { RenderReport } from '@platen/print-engine';

/** Renderers that print nothing answer with this report: one page, nothing to report. */
export const REPORT: RenderReport = {
  pageCount: 1,
  failedResources: [],
  consoleErrors: [],
  missingGlyphs: [],
  warnings: [],
  phases: {},
};
