import { z } from 'zod';
import type { RenderReport } from '@platen/print-engine';
import { listProblems } from '../../../schema/list-problems.ts';
import type { PdfPages } from '../pdf/pdf-pages.ts';

const page = z.object({ widthMm: z.number(), heightMm: z.number(), text: z.array(z.string()) });

/** The print of a sample when it was recorded. Its pictures are files beside it. */
export const snapshot = z.object({
  /** The version that printed it. Another one may break lines elsewhere. */
  chromium: z.string(),
  filename: z.string(),
  /** Warnings, missing glyphs, failed resources and errors of scripts. */
  warnings: z.array(z.string()),
  pages: z.array(page),
});

export type Snapshot = z.infer<typeof snapshot>;

export interface PrintedSample {
  readonly chromium: string;
  readonly filename: string;
  readonly report: RenderReport;
  readonly pages: PdfPages;
}

export const takeSnapshot = ({ chromium, filename, report, pages }: PrintedSample): Snapshot => ({
  chromium,
  filename,
  warnings: describeReport(report),
  pages: Array.from({ length: pages.count }, (_, index) => {
    const { widthMm, heightMm } = pages.size(index + 1);
    return { widthMm: inTenths(widthMm), heightMm: inTenths(heightMm), text: toLines(pages.text(index + 1)) };
  }),
});

const inTenths = (mm: number): number => Math.round(mm * 10) / 10;

/** Lists the problems of a print for a developer, one text for each. */
export const describeReport = (report: RenderReport): string[] =>
  listProblems(report).map(({ code, message }) => `${code}: ${message}`);

/** PDFium writes one of them for a hyphen at the end of a line that is not in the text. */
const LINE_END_HYPHENS = ['\u0002', '\uFFFE'].flatMap((mark) => [`${mark}\r\n`, mark]);

const toLines = (text: string): string[] =>
  LINE_END_HYPHENS.reduce((joined, mark) => joined.replaceAll(mark, ''), text)
    .split(/[\r\n]+/)
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '');

/** The fonts of the machine decide where a line ends, so the text is compared without its lines. */
export const joinLines = (lines: readonly string[]): string => lines.join(' ');
