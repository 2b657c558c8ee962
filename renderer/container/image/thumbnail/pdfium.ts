import { readFileSync } from 'node:fs';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';

export async function openPdfium(): Promise<WrappedPdfiumModule> {
  const file = new URL(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'));
  const wasm = readFileSync(file);
  const pdfium = await init({
    wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength),
  });
  pdfium.PDFiumExt_Init();
  return pdfium;
}

/** Another one when it has grown. Emscripten exports it, and its types do not have it. */
export function memoryOf({ pdfium }: WrappedPdfiumModule): Uint8Array {
  if ('HEAPU8' in pdfium && pdfium.HEAPU8 instanceof Uint8Array) return pdfium.HEAPU8;
  throw new Error('PDFium has no memory');
}
