import { createCanvas } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

const THUMBNAIL_WIDTH = 420;
const COLUMNS = 3;
const MAX_PAGES = 6;
const GAP = 12;

export async function contactSheet(pdf: Uint8Array): Promise<Buffer> {
  const document = await getDocument({ data: pdf.slice(), verbosity: 0 }).promise;
  const thumbnails = [];
  for (let number = 1; number <= Math.min(MAX_PAGES, document.numPages); number += 1) {
    const page = await document.getPage(number);
    const { width } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: THUMBNAIL_WIDTH / width });
    const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
    await page.render({ canvas: canvas as never, viewport }).promise;
    thumbnails.push(canvas);
  }
  const columns = Math.min(COLUMNS, thumbnails.length);
  const rows = Math.ceil(thumbnails.length / columns);
  const height = Math.max(...thumbnails.map((thumbnail) => thumbnail.height));
  const sheet = createCanvas(columns * (THUMBNAIL_WIDTH + GAP) + GAP, rows * (height + GAP) + GAP);
  const context = sheet.getContext('2d');
  context.fillStyle = '#8a94a3';
  context.fillRect(0, 0, sheet.width, sheet.height);
  for (const [index, thumbnail] of thumbnails.entries()) {
    const column = index % columns;
    const row = Math.floor(index / columns);
    context.drawImage(thumbnail, GAP + column * (THUMBNAIL_WIDTH + GAP), GAP + row * (height + GAP));
  }
  return sheet.toBuffer('image/png');
}
