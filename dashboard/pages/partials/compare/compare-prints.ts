import { type OpenPdf, openPdf } from '../../../pdf/open-pdf.ts';
import type { ComparedPage, ComparedPrints } from './compared-prints.ts';
import { markDifference } from './mark-difference.ts';

/** This module contains pdf.js, so it loads on demand. */

/** More pages would take long, and fill the memory of the browser. */
const MAX_COMPARED_PAGES = 30;

/** Draws two PDFs and compares them pixel by pixel. */
export async function comparePrints(
  before: Uint8Array,
  after: Uint8Array,
  signal: AbortSignal,
): Promise<ComparedPrints> {
  const [published, newest] = await Promise.all([openPdf(before, true), openPdf(after, true)]);
  try {
    const [pagesBefore, pagesAfter] = [published.pageCount, newest.pageCount];
    const draw = async (pdf: OpenPdf, number: number) =>
      number > pdf.pageCount ? null : toCanvas(await pdf.draw(number, 1, signal));
    const changed: ComparedPage[] = [];
    const last = Math.min(MAX_COMPARED_PAGES, Math.max(pagesBefore, pagesAfter));
    for (let number = 1; number <= last; number++) {
      const [one, other] = [await draw(published, number), await draw(newest, number)];
      const compared = comparePages(one, other);
      if (compared.changedShare > 0) changed.push({ number, before: one, after: other, ...compared });
    }
    return { pagesBefore, pagesAfter, comparedPages: last, changed };
  } finally {
    await Promise.all([published.close(), newest.close()]);
  }
}

function toCanvas(layers: readonly HTMLElement[]): HTMLCanvasElement {
  const canvas = layers.find((layer) => layer instanceof HTMLCanvasElement);
  if (canvas === undefined) throw new TypeError('The page was not drawn.');
  return canvas;
}

type Compared = Pick<ComparedPage, 'difference' | 'changedShare'>;

function comparePages(before: HTMLCanvasElement | null, after: HTMLCanvasElement | null): Compared {
  if (before === null || after === null || before.width !== after.width || before.height !== after.height)
    return { difference: null, changedShare: 1 };
  const [one, other] = [readPixels(before), readPixels(after)];
  const shown = new ImageData(before.width, before.height);
  const changed = markDifference(one.data, other.data, shown.data);
  if (changed === 0) return { difference: null, changedShare: 0 };
  const difference = document.createElement('canvas');
  difference.width = shown.width;
  difference.height = shown.height;
  difference.getContext('2d')?.putImageData(shown, 0, 0);
  return { difference, changedShare: changed / (shown.width * shown.height) };
}

function readPixels(canvas: HTMLCanvasElement): ImageData {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new TypeError('The page has no pixels.');
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
