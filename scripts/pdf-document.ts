import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

/**
 * Reads something from a PDF.
 * @throws what pdf.js throws for bytes that are no PDF
 */
export async function readPdf<T>(
  bytes: Uint8Array,
  read: (document: PDFDocumentProxy) => Promise<T> | T,
): Promise<T> {
  // pdf.js takes the buffer over, so it gets a copy; its remarks about fonts tell a reader nothing.
  const loading = getDocument({
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    // Without them a font does not tell its name.
    fontExtraProperties: true,
  });
  try {
    return await read(await loading.promise);
  } finally {
    await loading.destroy();
  }
}

export const countPages = (bytes: Uint8Array): Promise<number> =>
  readPdf(bytes, (document) => document.numPages);
