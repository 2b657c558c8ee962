import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

export async function readPdf<T>(
  bytes: Uint8Array,
  read: (document: PDFDocumentProxy) => Promise<T> | T,
): Promise<T> {
  // pdf.js takes ownership of the buffer, so it gets a copy.
  const loading = getDocument({
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    // Without this option, pdf.js reports no font names.
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
