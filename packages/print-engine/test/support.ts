import type { PrintJob } from '@platen/pdf';

export const makeJob = (changes: Partial<PrintJob> = {}): PrintJob => ({
  html: '<p>x',
  paper: { widthMm: 210, heightMm: 297 },
  contentMargin: { topMm: 10, rightMm: 10, bottomMm: 10, leftMm: 10 },
  header: [],
  footer: [],
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
