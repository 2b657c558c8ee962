import type { PrintLimits } from '../../../renderer/renderer.ts';
import type { PrintJob } from '../../../schema/print-job.ts';

export const jobOf = (html: string, changes: Partial<PrintJob> = {}): PrintJob => ({
  html,
  paper: { widthMm: 210, heightMm: 297 },
  contentMargin: { topMm: 10, rightMm: 10, bottomMm: 10, leftMm: 10 },
  header: null,
  footer: null,
  printBackground: true,
  mediaType: 'print',
  scale: 1,
  pageRanges: null,
  waitForSelector: null,
  preferCssPageSize: false,
  tagged: false,
  outline: false,
  watermark: null,
  ...changes,
});

export const limitsOf = (changes: Partial<PrintLimits> = {}): PrintLimits => ({
  workspaceId: 'ws_one',
  deadline: Date.now() + 40_000,
  maxPdfBytes: 100_000_000,
  ...changes,
});
