import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { memoryOf, openPdfium } from '../../../renderer/container/image/thumbnail/pdfium.ts';

/** RGBA. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

const POINTS_PER_INCH = 72;
const MM_PER_POINT = 25.4 / POINTS_PER_INCH;

/** A page that is larger than this is drawn smaller: a picture takes four bytes for each pixel. */
const MAX_PIXELS = 40_000_000;

const BYTES_PER_PIXEL = 4;
/** Two floats: width and height. */
const SIZE_BYTES = 8;
/** `FPDFBitmap_BGRA`. */
const WITH_ALPHA = 4;
const WHITE = 0xff_ff_ff_ff;
const ANNOTATIONS = 0x01;
const REVERSE_BYTE_ORDER = 0x10;

let opened: Promise<WrappedPdfiumModule> | null = null;

/**
 * The pages of a PDF as PDFium reads and draws them. Chromium embeds the fonts, so the same PDF gives the same pixels on each machine.
 */
export class PdfPages {
  readonly #pdfium: WrappedPdfiumModule;
  readonly #at: number;
  readonly #document: number;

  private constructor(pdfium: WrappedPdfiumModule, at: number, document: number) {
    this.#pdfium = pdfium;
    this.#at = at;
    this.#document = document;
  }

  /** Call `close` after use. @throws {Error} the PDF is damaged or needs a password */
  static async open(bytes: Uint8Array): Promise<PdfPages> {
    opened ??= openPdfium();
    const pdfium = await opened;
    const at = pdfium.pdfium.wasmExports.malloc(bytes.byteLength);
    memoryOf(pdfium).set(bytes, at);
    const document = pdfium.FPDF_LoadMemDocument(at, bytes.byteLength, '');
    if (document !== 0) return new PdfPages(pdfium, at, document);
    pdfium.pdfium.wasmExports.free(at);
    throw new Error('The PDF cannot be read. Is it encrypted?');
  }

  get count(): number {
    return this.#pdfium.FPDF_GetPageCount(this.#document);
  }

  close(): void {
    this.#pdfium.FPDF_CloseDocument(this.#document);
    this.#pdfium.pdfium.wasmExports.free(this.#at);
  }

  /** Does not read the page, so it takes no time. @param number from 1 */
  size(number: number): { readonly widthMm: number; readonly heightMm: number } {
    const { malloc, free } = this.#pdfium.pdfium.wasmExports;
    const at = malloc(SIZE_BYTES);
    this.#pdfium.FPDF_GetPageSizeByIndexF(this.#document, number - 1, at);
    const [width = 0, height = 0] = new Float32Array(
      memoryOf(this.#pdfium).slice(at, at + SIZE_BYTES).buffer,
    );
    free(at);
    return { widthMm: width * MM_PER_POINT, heightMm: height * MM_PER_POINT };
  }

  /** The text in the order of the page's content, by lines. */
  text(number: number): string {
    const pdfium = this.#pdfium;
    return this.#onPage(number, (page) => {
      const text = pdfium.FPDFText_LoadPage(page);
      const characters = pdfium.FPDFText_CountChars(text);
      // UTF-16, and a zero at the end.
      const at = pdfium.pdfium.wasmExports.malloc((characters + 1) * 2);
      const written = pdfium.FPDFText_GetText(text, 0, characters, at);
      const bytes = memoryOf(pdfium).slice(at, at + Math.max(0, written - 1) * 2);
      pdfium.pdfium.wasmExports.free(at);
      pdfium.FPDFText_ClosePage(text);
      return new TextDecoder('utf-16le').decode(bytes);
    });
  }

  /** @param dpi pixels for each inch of paper */
  draw(number: number, dpi: number): Picture {
    const pdfium = this.#pdfium;
    return this.#onPage(number, (page) => {
      const [width, height] = pixelsOf(
        pdfium.FPDF_GetPageWidthF(page),
        pdfium.FPDF_GetPageHeightF(page),
        dpi,
      );
      const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, WITH_ALPHA, 0, 0);
      if (bitmap === 0) throw new Error(`Page ${number} cannot be drawn: ${width} × ${height} pixels.`);
      pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
      const flags = ANNOTATIONS | REVERSE_BYTE_ORDER;
      pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags);
      const at = pdfium.FPDFBitmap_GetBuffer(bitmap);
      const data = memoryOf(pdfium).slice(at, at + width * height * BYTES_PER_PIXEL);
      pdfium.FPDFBitmap_Destroy(bitmap);
      return { width, height, data };
    });
  }

  #onPage<Result>(number: number, work: (page: number) => Result): Result {
    const page = this.#pdfium.FPDF_LoadPage(this.#document, number - 1);
    if (page === 0) throw new Error(`The PDF has no page ${number}.`);
    try {
      return work(page);
    } finally {
      this.#pdfium.FPDF_ClosePage(page);
    }
  }
}

function pixelsOf(widthPoints: number, heightPoints: number, dpi: number): [width: number, height: number] {
  const wanted = dpi / POINTS_PER_INCH;
  const scale = Math.min(wanted, Math.sqrt(MAX_PIXELS / (widthPoints * heightPoints)));
  return [Math.max(1, Math.round(widthPoints * scale)), Math.max(1, Math.round(heightPoints * scale))];
}
