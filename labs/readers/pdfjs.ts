import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { hashOfPixels, lettersOf, type Sight } from './sight.ts';

/** pdf.js draws 72 pixels an inch at scale 1. Half is enough to see a difference. */
const SCALE = 0.5;

/** pdf.js takes longer than poppler, which draws all pages. */
const MAX_DRAWN_PAGES = 20;

/** A warning about functions of shadings. pdf.js then draws them without WebAssembly. */
const SLOWER = 'Failed to compile PostScript function to wasm';

const load = async (
  path: string,
  password: string,
  verbosity: number = VerbosityLevel.ERRORS,
): Promise<PDFDocumentProxy> =>
  getDocument({ data: new Uint8Array(await readFile(path)), verbosity, password }).promise;

export async function opensInPdfJs(path: string, password: string): Promise<boolean> {
  return load(path, password).then(
    (document) => document.loadingTask.destroy().then(() => true),
    () => false,
  );
}

/** A hash of the pixels, of up to 20 pages that are spread over the document. */
export async function pixelsInPdfJs(path: string, password: string | null): Promise<string> {
  const document = await load(path, password ?? '');
  const drawn = await drawPages(document);
  await document.loadingTask.destroy();
  return createHash('sha256')
    .update([...drawn.values()].join())
    .digest('hex');
}

export async function seeWithPdfJs(path: string): Promise<Sight> {
  const complaints: string[] = [];
  // pdf.js reports warnings only on the console.
  const { log, warn } = console;
  console.log = console.warn = (...said: readonly unknown[]) => {
    if (!said.join(' ').includes(SLOWER)) complaints.push(said.join(' '));
  };
  try {
    const document = await load(path, '', VerbosityLevel.WARNINGS);
    let text = '';
    for (let number = 1; number <= document.numPages; number += 1) {
      const { items } = await (await document.getPage(number)).getTextContent();
      text += items.map((item) => ('str' in item ? item.str : '')).join('');
    }
    const drawn = await drawPages(document);
    const pages = document.numPages;
    await document.loadingTask.destroy();
    return { pages, letters: lettersOf(text), drawn, complaints };
  } finally {
    Object.assign(console, { log, warn });
  }
}

async function drawPages(document: PDFDocumentProxy): Promise<Map<number, string>> {
  const drawn = new Map<number, string>();
  const step = Math.max(1, document.numPages / MAX_DRAWN_PAGES);
  for (let page = 1; page <= document.numPages; page += step) {
    const number = Math.floor(page);
    const proxy = await document.getPage(number);
    const viewport = proxy.getViewport({ scale: SCALE });
    const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
    await proxy.render({ canvas: canvas as never, viewport }).promise;
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    drawn.set(number, hashOfPixels(data, 4));
    proxy.cleanup();
  }
  return drawn;
}
