import './text-layer.css';
import {
  getDocument,
  GlobalWorkerOptions,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
  TextLayer,
  VerbosityLevel,
} from 'pdfjs-dist';
// oxlint-disable-next-line import/default -- the address of the file, which Vite makes
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

/** The only file that knows pdf.js: half a megabyte of script, so it is loaded when a PDF is shown. */

GlobalWorkerOptions.workerSrc = workerUrl;

/** PDF counts in points of 1/72 inch, CSS in pixels of 1/96. */
const PX_PER_POINT = 96 / 72;

/** Safari on phones draws nothing on a canvas with more pixels. */
const MAX_CANVAS_PX = 16_777_216;

export interface PageSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A PDF that is open, until it is closed. Pages count from 1. */
export interface OpenPdf {
  readonly pageCount: number;
  /** In CSS pixels, at a scale of 1. */
  size(page: number): Promise<PageSize>;
  /** Canvas and, above it, the text to select and to read out. Rejects when `signal` aborts. */
  draw(page: number, scale: number, signal: AbortSignal): Promise<readonly HTMLElement[]>;
  close(): Promise<void>;
}

/** One worker for all documents: starting one costs more than opening a PDF. */
let worker: PDFWorker | null = null;

/**
 * Opens a PDF. Nothing is loaded for it: what we print embeds its fonts.
 * @throws what pdf.js throws for bytes that are no PDF
 */
export async function openPdf(bytes: Uint8Array): Promise<OpenPdf> {
  worker ??= PDFWorker.create({ name: 'pdf' });
  // pdf.js takes the buffer over, so it gets a copy.
  const loading = getDocument({
    data: bytes.slice(),
    worker,
    useWasm: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    const document = await loading.promise;
    return openDocument(document, () => loading.destroy());
  } catch (error) {
    await loading.destroy();
    throw error;
  }
}

function openDocument(document: PDFDocumentProxy, close: () => Promise<void>): OpenPdf {
  return {
    pageCount: document.numPages,
    size: async (page) => {
      const { width, height } = (await document.getPage(page)).getViewport({ scale: PX_PER_POINT });
      return { widthPx: width, heightPx: height };
    },
    draw: async (page, scale, signal) => {
      const proxy = await document.getPage(page);
      signal.throwIfAborted();
      const canvas = await drawCanvas(proxy, scale, signal);
      const text = await layText(proxy, scale);
      signal.throwIfAborted();
      return [canvas, text];
    },
    close,
  };
}

async function drawCanvas(
  page: PDFPageProxy,
  scale: number,
  signal: AbortSignal,
): Promise<HTMLCanvasElement> {
  const viewport = page.getViewport({ scale: scale * PX_PER_POINT });
  const density = Math.min(
    window.devicePixelRatio || 1,
    Math.sqrt(MAX_CANVAS_PX / (viewport.width * viewport.height)),
  );
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(viewport.width * density));
  canvas.height = Math.max(1, Math.floor(viewport.height * density));
  canvas.ariaHidden = 'true';
  const task = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] });
  const cancel = () => task.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    await task.promise;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
  return canvas;
}

async function layText(page: PDFPageProxy, scale: number): Promise<HTMLElement> {
  const container = document.createElement('div');
  container.className = 'textLayer';
  const viewport = page.getViewport({ scale: scale * PX_PER_POINT });
  const textContentSource = await page.getTextContent();
  await new TextLayer({ textContentSource, container, viewport }).render();
  return container;
}
