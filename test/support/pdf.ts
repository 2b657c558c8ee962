import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { readPdf } from '../../scripts/pdf/pdf-document.ts';

/** The visible content of a PDF. Positions are in millimetres from the top left corner of the page. */
export interface InspectedPdf {
  readonly pages: readonly InspectedPage[];
  /** The text of all pages. */
  readonly text: string;
}

export interface InspectedPage {
  readonly widthMm: number;
  readonly heightMm: number;
  readonly orientation: 'portrait' | 'landscape';
  /** With single spaces. */
  readonly text: string;
  readonly pieces: readonly TextPiece[];
}

/** A run of text; `yMm` is its baseline. */
export interface TextPiece {
  readonly text: string;
  readonly xMm: number;
  readonly yMm: number;
}

const MM_PER_POINT = 25.4 / 72;

/** @throws pdf.js's error if the bytes are not a PDF */
export const inspectPdf = (bytes: Uint8Array): Promise<InspectedPdf> => readPdf(bytes, inspectDocument);

export async function inspectDocument(document: PDFDocumentProxy): Promise<InspectedPdf> {
  const pages: InspectedPage[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    pages.push(await inspectPage(await document.getPage(number)));
  }
  return { pages, text: pages.map((page) => page.text).join('\n') };
}

async function inspectPage(page: PDFPageProxy): Promise<InspectedPage> {
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  const { items } = await page.getTextContent();
  const runs = items.filter((item) => 'str' in item);
  const widthMm = (right - left) * MM_PER_POINT;
  const heightMm = (top - bottom) * MM_PER_POINT;
  return {
    widthMm,
    heightMm,
    orientation: widthMm > heightMm ? 'landscape' : 'portrait',
    text: runs
      .map((run) => (run.hasEOL ? `${run.str} ` : run.str))
      .join('')
      .replaceAll(/\s+/g, ' ')
      .trim(),
    pieces: runs
      .filter((run) => run.str.trim() !== '')
      .map((run) => ({
        text: run.str,
        xMm: (Number(run.transform[4]) - left) * MM_PER_POINT,
        yMm: (top - Number(run.transform[5])) * MM_PER_POINT,
      })),
  };
}
