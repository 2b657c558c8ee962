import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import type { BookReading } from '../../test/print/support/books/check-book.ts';
import { hashOfPixels, lettersOf, type Sight } from './sight.ts';

const MAX_DRAWN_PAGES = '100';
const DOTS_PER_INCH = '36';

export async function seeWithPoppler(path: string): Promise<Sight> {
  const [info, text, images] = await Promise.all([
    read('pdfinfo', [path]),
    read('pdftotext', ['-raw', '-enc', 'UTF-8', path, '-']),
    read('pdftoppm', ['-gray', '-r', DOTS_PER_INCH, '-l', MAX_DRAWN_PAGES, path]),
  ]);
  return {
    pages: Number(/^Pages:\s+(\d+)/m.exec(info.output.toString())?.[1]),
    letters: lettersOf(text.output.toString()),
    drawn: new Map(splitImages(images.output).map((pixels, index) => [index + 1, hashOfPixels(pixels, 1)])),
    complaints: [info, text, images].flatMap(({ errors }) => (errors === '' ? [] : [errors])),
  };
}

async function read(tool: string, args: readonly string[]) {
  const child = spawn(tool, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors, [exitCode]] = await Promise.all([
    buffer(child.stdout),
    buffer(child.stderr),
    once(child, 'close'),
  ]);
  if (exitCode !== 0) throw new Error(`${tool} ended with ${exitCode}: ${errors.toString().slice(0, 200)}`);
  return { output, errors: errors.toString().trim().slice(0, 200) };
}

/** Splits images of PGM. Each has a line with its kind, a line with its size, a line with its brightest value, and a byte for each pixel. */
function splitImages(all: Buffer): Buffer[] {
  const images: Buffer[] = [];
  for (let at = 0; at < all.length;) {
    const [head = '', width, height] =
      /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(all.subarray(at, at + 40).toString('latin1')) ?? [];
    const start = at + head.length;
    at = start + Number(width) * Number(height);
    if (!(at > start)) throw new Error('pdftoppm wrote no image');
    images.push(all.subarray(start, at));
  }
  return images;
}

/** Reads the texts of a PDF page by page. poppler prints neither labels nor bookmarks. */
export async function readPagesWithPoppler(path: string): Promise<BookReading> {
  const { output } = await read('pdftotext', ['-raw', '-enc', 'UTF-8', path, '-']);
  const pages = output.toString().split('\f').slice(0, -1);
  return { pages: pages.map((text) => text.replaceAll(/\s+/g, '')), labels: null, bookmarks: null };
}
