import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** pdf.js draws 72 pixels an inch at scale 1. Half is enough to see a difference. */
const SCALE = 0.5;

/** pdf.js takes longer than poppler, which draws all pages. */
const MAX_DRAWN_PAGES = 20;

const load = async (path: string, password: string): Promise<PDFDocumentProxy> =>
  getDocument({ data: new Uint8Array(await readFile(path)), verbosity: 0, password }).promise;

export async function opensInPdfJs(path: string, password: string): Promise<boolean> {
  return load(path, password).then(
    (document) => document.loadingTask.destroy().then(() => true),
    () => false,
  );
}

/** A hash of the pixels, of up to 20 pages that are spread over the document. */
export async function pixelsInPdfJs(path: string, password: string | null): Promise<string> {
  const document = await load(path, password ?? '');
  const hash = createHash('sha256');
  const step = Math.max(1, document.numPages / MAX_DRAWN_PAGES);
  for (let page = 1; page <= document.numPages; page += step) {
    const proxy = await document.getPage(Math.floor(page));
    const viewport = proxy.getViewport({ scale: SCALE });
    const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
    await proxy.render({ canvas: canvas as never, viewport }).promise;
    hash.update(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data);
    proxy.cleanup();
  }
  await document.loadingTask.destroy();
  return hash.digest('hex');
}
