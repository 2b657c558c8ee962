import { readFile } from 'node:fs/promises';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { memoryOf, openPdfium } from '../../renderer/container/image/thumbnail/pdfium.ts';
import { hashOfPixels, lettersOf, type Sight } from './sight.ts';

const MAX_DRAWN_PAGES = 100;
/** PDFium counts 72 pixels an inch at scale 1. */
const SCALE = 0.5;
const WHITE = 0xff_ff_ff_ff;
const WITH_ANNOTATIONS = 0x01;
/** Four bytes for each pixel. */
const BGRX = 3;

let opened: Promise<WrappedPdfiumModule> | null = null;

export async function seeWithPdfium(path: string): Promise<Sight> {
  opened ??= openPdfium();
  const pdfium = await opened;
  const bytes = await readFile(path);
  const { malloc, free } = pdfium.pdfium.wasmExports;
  const at = malloc(bytes.byteLength);
  memoryOf(pdfium).set(bytes, at);
  const document = pdfium.FPDF_LoadMemDocument(at, bytes.byteLength, '');
  try {
    if (document === 0) throw new Error(`PDFium does not open it: error ${pdfium.FPDF_GetLastError()}`);
    return seeDocument(pdfium, document);
  } finally {
    if (document !== 0) pdfium.FPDF_CloseDocument(document);
    free(at);
  }
}

function seeDocument(pdfium: WrappedPdfiumModule, document: number): Sight {
  const pages = pdfium.FPDF_GetPageCount(document);
  const drawn = new Map<number, string>();
  const complaints: string[] = [];
  let text = '';
  for (let number = 1; number <= pages; number += 1) {
    const page = pdfium.FPDF_LoadPage(document, number - 1);
    if (page === 0) {
      complaints.push(`PDFium does not open page ${number}`);
      continue;
    }
    text += readText(pdfium, page);
    if (number <= MAX_DRAWN_PAGES) drawn.set(number, draw(pdfium, page));
    pdfium.FPDF_ClosePage(page);
  }
  return { pages, letters: lettersOf(text), drawn, complaints };
}

function readText(pdfium: WrappedPdfiumModule, page: number): string {
  const { malloc, free } = pdfium.pdfium.wasmExports;
  const texts = pdfium.FPDFText_LoadPage(page);
  const characters = pdfium.FPDFText_CountChars(texts);
  // UTF-16 with a zero at the end. A character may have two units.
  const at = malloc(4 * characters + 2);
  const units = pdfium.FPDFText_GetText(texts, 0, characters, at) - 1;
  const text = Buffer.from(memoryOf(pdfium).slice(at, at + 2 * Math.max(0, units))).toString('utf16le');
  free(at);
  pdfium.FPDFText_ClosePage(texts);
  return text;
}

function draw(pdfium: WrappedPdfiumModule, page: number): string {
  const width = Math.ceil(pdfium.FPDF_GetPageWidthF(page) * SCALE);
  const height = Math.ceil(pdfium.FPDF_GetPageHeightF(page) * SCALE);
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, BGRX, 0, 0);
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, WITH_ANNOTATIONS);
  const at = pdfium.FPDFBitmap_GetBuffer(bitmap);
  const pixels = memoryOf(pdfium).slice(at, at + pdfium.FPDFBitmap_GetStride(bitmap) * height);
  pdfium.FPDFBitmap_Destroy(bitmap);
  return hashOfPixels(pixels, 4);
}
