import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { encodePng } from './encode-png.ts';
import { memoryOf, openPdfium } from './pdfium.ts';

/** A page that is higher, such as a receipt, is cut. Source: contract 17.5. */
const MAX_HEIGHT_PER_WIDTH = 4;

/** PDFium defines it. */
const WRONG_PASSWORD = 4;
/** Three bytes for each pixel. */
const RGB = 2;
const WHITE = 0xff_ff_ff_ff;
const ANNOTATIONS = 0x01;
const REVERSE_BYTE_ORDER = 0x10;

export interface DrawnPage {
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** The reason why there is no picture: `password` if the PDF needs one, `no-page` if it has fewer pages. */
export type DrawingProblem = 'password' | 'no-page' | 'damaged';

/** Draws pages of PDFs with PDFium. */
export class PageDrawer {
  readonly #pdfium: WrappedPdfiumModule;

  private constructor(pdfium: WrappedPdfiumModule) {
    this.#pdfium = pdfium;
  }

  static async open(): Promise<PageDrawer> {
    return new PageDrawer(await openPdfium());
  }

  /** @param pageNumber from 1 */
  draw(bytes: Uint8Array, width: number, pageNumber = 1): DrawnPage | DrawingProblem {
    const pdfium = this.#pdfium;
    const { malloc, free } = pdfium.pdfium.wasmExports;
    const at = malloc(bytes.byteLength);
    memoryOf(pdfium).set(bytes, at);
    const document = pdfium.FPDF_LoadMemDocument(at, bytes.byteLength, '');
    try {
      if (document === 0) return pdfium.FPDF_GetLastError() === WRONG_PASSWORD ? 'password' : 'damaged';
      if (pageNumber > 1 && pageNumber > pdfium.FPDF_GetPageCount(document)) return 'no-page';
      const page = pdfium.FPDF_LoadPage(document, pageNumber - 1);
      if (page === 0) return 'damaged';
      const drawn = this.#drawPage(page, width);
      pdfium.FPDF_ClosePage(page);
      return drawn;
    } finally {
      if (document !== 0) pdfium.FPDF_CloseDocument(document);
      free(at);
    }
  }

  #drawPage(page: number, width: number): DrawnPage | DrawingProblem {
    const pdfium = this.#pdfium;
    const ratio = pdfium.FPDF_GetPageHeightF(page) / pdfium.FPDF_GetPageWidthF(page);
    const pageHeight = Math.max(1, Math.round(width * ratio));
    const height = Math.min(pageHeight, width * MAX_HEIGHT_PER_WIDTH);
    const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, RGB, 0, 0);
    if (bitmap === 0 || !Number.isFinite(ratio)) return 'damaged';
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    const flags = ANNOTATIONS | REVERSE_BYTE_ORDER;
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, pageHeight, 0, flags);
    const at = pdfium.FPDFBitmap_GetBuffer(bitmap);
    const stride = pdfium.FPDFBitmap_GetStride(bitmap);
    const data = memoryOf(pdfium).subarray(at, at + stride * height);
    const png = encodePng({ data, width, height, stride });
    pdfium.FPDFBitmap_Destroy(bitmap);
    return { png, width, height };
  }
}
