import type { PrintJob } from '../schema/print-job.ts';
import type { PrintToPdfParameters } from './devtools/protocol.ts';
import { SHEET_ZOOM } from './in-page-sheets.ts';

const MM_PER_INCH = 25.4;

const inches = (mm: number): number => mm / MM_PER_INCH;

/**
 * What every print has in common. `@page` is obeyed because it is ours (see paper.ts); Chromium's own header
 * and footer stay off; a tagged PDF takes up to twice as long and is up to 16 times as large.
 */
export const PLAIN_PRINT: PrintToPdfParameters = {
  printBackground: true,
  scale: 1,
  paperWidth: inches(210),
  paperHeight: inches(297),
  marginTop: 0,
  marginRight: 0,
  marginBottom: 0,
  marginLeft: 0,
  pageRanges: '',
  preferCSSPageSize: true,
  transferMode: 'ReturnAsStream',
  generateTaggedPDF: false,
  generateDocumentOutline: false,
};

/** @param pageRanges empty for all pages */
export const documentParameters = (job: PrintJob, pageRanges: string): PrintToPdfParameters => ({
  ...PLAIN_PRINT,
  printBackground: job.printBackground,
  scale: job.scale,
  paperWidth: inches(job.paper.widthMm),
  paperHeight: inches(job.paper.heightMm),
  marginTop: inches(job.contentMargin.topMm),
  marginRight: inches(job.contentMargin.rightMm),
  marginBottom: inches(job.contentMargin.bottomMm),
  marginLeft: inches(job.contentMargin.leftMm),
  pageRanges,
  generateTaggedPDF: job.tagged || job.outline,
  generateDocumentOutline: job.outline,
});

export const sheetParameters = (
  paper: PrintJob['paper'],
  printBackground: boolean,
): PrintToPdfParameters => ({
  ...PLAIN_PRINT,
  printBackground,
  scale: 1 / SHEET_ZOOM,
  paperWidth: inches(paper.widthMm),
  paperHeight: inches(paper.heightMm),
});
