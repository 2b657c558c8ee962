import './text-layer.css';
import {
  getDocument,
  GlobalWorkerOptions,
  PasswordException,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
  TextLayer,
  VerbosityLevel,
} from 'pdfjs-dist';
// oxlint-disable-next-line import/default -- the address of the file, which Vite makes
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { PasswordNeeded } from './password-needed.ts';
import { isNotMark, withoutMark } from './preview-mark.ts';

/** Only this file and `preview-mark.ts` import pdf.js. It is large, so it is loaded when a PDF is shown. */

GlobalWorkerOptions.workerSrc = workerUrl;

/** A point is 1/72 inch, a CSS pixel 1/96. */
const PX_PER_POINT = 96 / 72;

/** Safari on iOS draws nothing on a larger canvas. */
const MAX_CANVAS_PX = 16_777_216;

export interface PageSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

export interface OpenPdf {
  readonly pageCount: number;
  /** In CSS pixels, at a scale of 1. */
  size(page: number): Promise<PageSize>;
  /** The canvas and the selectable text above it. Rejects when `signal` aborts. */
  draw(page: number, scale: number, signal: AbortSignal): Promise<readonly HTMLElement[]>;
  close(): Promise<void>;
}

/** Shared by all documents: starting a worker takes longer than opening a PDF. */
let worker: PDFWorker | null = null;

/**
 * @param hidesMark whether to leave out the mark of a preview
 * @throws {PasswordNeeded} @throws an error of pdf.js if the bytes are not a PDF
 */
export async function openPdf(bytes: Uint8Array, hidesMark: boolean): Promise<OpenPdf> {
  worker ??= PDFWorker.create({ name: 'pdf' });
  // pdf.js transfers the buffer to its worker, so it gets a copy.
  const loading = getDocument({
    data: bytes.slice(),
    worker,
    useWasm: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    const document = await loading.promise;
    return openDocument(document, hidesMark, () => loading.destroy());
  } catch (error) {
    await loading.destroy();
    throw error instanceof PasswordException ? new PasswordNeeded() : error;
  }
}

function openDocument(document: PDFDocumentProxy, hidesMark: boolean, close: () => Promise<void>): OpenPdf {
  return {
    pageCount: document.numPages,
    size: async (page) => {
      const { width, height } = (await document.getPage(page)).getViewport({ scale: PX_PER_POINT });
      return { widthPx: width, heightPx: height };
    },
    draw: async (page, scale, signal) => {
      const proxy = await document.getPage(page);
      signal.throwIfAborted();
      const canvas = await drawCanvas(proxy, { scale, hidesMark, signal });
      const text = await renderTextLayer(proxy, { scale, hidesMark });
      signal.throwIfAborted();
      return [canvas, text];
    },
    close,
  };
}

interface Drawing {
  readonly scale: number;
  readonly hidesMark: boolean;
}

async function drawCanvas(
  page: PDFPageProxy,
  { scale, hidesMark, signal }: Drawing & { readonly signal: AbortSignal },
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
  const task = page.render({
    canvas,
    viewport,
    transform: [density, 0, 0, density, 0, 0],
    ...(hidesMark && { operationsFilter: withoutMark() }),
  });
  const cancel = () => task.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    await task.promise;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
  return canvas;
}

async function renderTextLayer(page: PDFPageProxy, { scale, hidesMark }: Drawing): Promise<HTMLElement> {
  const container = document.createElement('div');
  container.className = 'textLayer';
  const viewport = page.getViewport({ scale: scale * PX_PER_POINT });
  const content = await page.getTextContent();
  const textContentSource = hidesMark ? { ...content, items: content.items.filter(isNotMark) } : content;
  await new TextLayer({ textContentSource, container, viewport }).render();
  return container;
}
