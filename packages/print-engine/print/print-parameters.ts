import type { Protocol } from '../devtools/protocol.ts';
import { SHEET_ZOOM } from '../in-page/messages.ts';
import type { PrintJob } from '@platen/pdf';
import type { PrintLimits } from '../print-limits.ts';
import { MM_PER_INCH } from './units.ts';

type Parameters = Protocol.Page.PrintToPDFRequest;

const inches = (mm: number): number => mm / MM_PER_INCH;

/** Chromium rounds the sides of paper up to whole points (1/72 inch), which adds up to 0.35 mm. This rounds to the nearest. */
const wholePoints = (mm: number): number => Math.round(inches(mm) * 72) / 72;

/** A print with the paper of the document's `@page` rules (paper.ts). Tagging takes up to twice the time and 16 times the size. */
export const PLAIN_PRINT: Parameters = {
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

/** The pages of a first print. Most documents have fewer. */
export const FIRST_PAGES = 500;

/** Returns the range of a first print. With a limit, it has one page more, which shows that there are others. */
export const toFirstPages = ({ maxPages }: Pick<PrintLimits, 'maxPages'>): string =>
  maxPages === undefined ? '' : `1-${Math.min(FIRST_PAGES, maxPages) + 1}`;

/** Chromium makes an outline from the tags of headings. */
export const isTagged = ({ tagged, outline }: PrintJob): boolean => tagged || outline;

/** @param pageRanges empty for all pages */
export const toDocumentParameters = (job: PrintJob, pageRanges: string): Parameters => ({
  ...PLAIN_PRINT,
  printBackground: job.printBackground,
  scale: job.scale,
  paperWidth: wholePoints(job.paper.widthMm),
  paperHeight: wholePoints(job.paper.heightMm),
  marginTop: inches(job.contentMargin.topMm),
  marginRight: inches(job.contentMargin.rightMm),
  marginBottom: inches(job.contentMargin.bottomMm),
  marginLeft: inches(job.contentMargin.leftMm),
  pageRanges,
  generateTaggedPDF: isTagged(job),
  generateDocumentOutline: job.outline,
});

export const toSheetParameters = (paper: PrintJob['paper'], printBackground: boolean): Parameters => ({
  ...PLAIN_PRINT,
  printBackground,
  scale: 1 / SHEET_ZOOM,
  paperWidth: inches(paper.widthMm),
  paperHeight: inches(paper.heightMm),
});
