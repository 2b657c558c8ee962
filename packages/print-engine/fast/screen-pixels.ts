import type { PrintJob } from '@platen/pdf';
import type { PrintPath } from './print-path.ts';
import { mayHideWords } from './still-html.ts';

/**
 * Scripts that draw on a canvas, images of several sizes and media queries can depend on the pixels of the screen. Frames and
 * loaded style sheets can have any of these. CSS can write these words in other ways, with a backslash.
 */
const USES_PIXELS =
  /<(?:script|object|embed|link)|frame|srcset|image-set|@import|resolution\s*[:<>=)]|pixel-ratio|\bon[a-z]+\s*=|\\/i;

const usesPixels = (html: string): boolean => USES_PIXELS.test(html) || mayHideWords(html);

/** A document in which nothing can depend on the pixels of the screen gets a ratio of 1, because only then its print may take shortcuts. */
export function withNeededPixels(job: PrintJob, path: PrintPath): PrintJob {
  const { pixelRatio = 1, address, html, header, footer } = job;
  if (pixelRatio === 1 || address || path === 'plain') return job;
  const bands = [...header, ...footer].map((band) => band.html);
  return [html, ...bands].some(usesPixels) ? job : { ...job, pixelRatio: 1 };
}
