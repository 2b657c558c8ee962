import { UnprintableJob } from '../failures.ts';
import {
  MEASURE_EXPRESSION,
  toAddStripExpression,
  toBeginPictureExpression,
  toElementBoxExpression,
  toEndPictureExpression,
} from '../in-page/expressions.ts';
import type { ContentSize, ElementBox, ElementWait } from '../in-page/messages.ts';
import type { ByteSource, Picture, PrintJob } from '@platen/pdf';
import { takePdf } from '../print/chromium-stream.ts';
import { remainingMs } from '../print-limits.ts';
import { requireStay } from '../print/page-failures.ts';
import { toPixelRatio, toWindow } from '../print/paper.ts';
import type { PrintRun } from '../print/print-run.ts';
import { toPictureMark } from './picture-mark.ts';
import { requirePictureSize, toPixelSize } from './picture-size.ts';
import type { Clip } from './clip.ts';
import { type Strip, toStrips } from './strips.ts';

const SELECTOR_FIELD = 'output.selector';

/** Their syntax is checked before the document is loaded. */
export const toPictureSelectors = ({ picture }: PrintJob): ElementWait[] =>
  picture?.selector ? [{ selector: picture.selector, visible: false, field: SELECTOR_FIELD }] : [];

/** Checks the size of a picture before a page is used, because a window costs memory too. @throws {UnprintableJob} */
export function requirePaperPicture(job: PrintJob): void {
  if (!job.picture) return;
  const field = job.picture.pixelRatio > 1 ? 'output.deviceScaleFactor' : 'output';
  requirePictureSize(toPixelSize(toWindow(job), toPixelRatio(job)), field);
}

/**
 * A picture of a document that is loaded. The browser's own process only takes strips: it would answer nobody else while it
 * makes a large picture. A canvas joins them and becomes the file, in the page's own process and out of reach of its scripts
 * (decision 41).
 * @throws {UnprintableJob} the element does not exist, or the picture would be too large
 * @throws {PdfTooLarge}
 */
export async function takePicture(run: PrintRun, picture: Picture): Promise<ByteSource> {
  const { page, job, limits } = run;
  const { clip, field } = await findClip(run, picture);
  const ratio = toPixelRatio(job);
  const size = toPixelSize(clip, ratio);
  requirePictureSize(size, field);
  const { type, quality, transparent } = picture;
  await page.evaluate(toBeginPictureExpression({ ...size, isTransparent: transparent }), remainingMs(limits));
  for (const strip of toStrips(clip, ratio, transparent)) {
    const png = await capture(run, strip);
    await page.evaluate(toAddStripExpression(png, strip.top), remainingMs(limits));
  }
  const mark = job.watermark === null ? null : toPictureMark(job.watermark, size, ratio);
  const handle = await page.evaluateToBlob(
    toEndPictureExpression({ type, quality, mark }),
    remainingMs(limits),
  );
  return takePdf(page, handle, limits.maxPdfBytes, () => remainingMs(limits));
}

async function findClip(run: PrintRun, picture: Picture): Promise<{ clip: Clip; field: string }> {
  const { page, job, limits } = run;
  const { width, height } = toWindow(job);
  if (picture.selector !== null) {
    return { clip: await findElement(run, picture.selector), field: SELECTOR_FIELD };
  }
  if (!picture.fullPage && job.fitHeight !== true) {
    return { clip: { x: 0, y: 0, width, height }, field: 'output' };
  }
  const { heightPx } = await page.evaluate<ContentSize>(MEASURE_EXPRESSION, remainingMs(limits));
  const field = picture.fullPage ? 'output.fullPage' : 'options.height';
  return { clip: { x: 0, y: 0, width, height: Math.max(height, heightPx) }, field };
}

/** On whole CSS pixels. What is outside of the document is left out. */
async function findElement({ page, limits }: PrintRun, selector: string): Promise<Clip> {
  const box = await page.evaluate<ElementBox | null>(toElementBoxExpression(selector), remainingMs(limits));
  if (box === null) throw new UnprintableJob(`${SELECTOR_FIELD}: no element matches`);
  const [x, y] = [Math.max(0, Math.floor(box.x)), Math.max(0, Math.floor(box.y))];
  const clip = { x, y, width: Math.ceil(box.x + box.width) - x, height: Math.ceil(box.y + box.height) - y };
  if (clip.width > 0 && clip.height > 0 && box.width > 0 && box.height > 0) return clip;
  throw new UnprintableJob(`${SELECTOR_FIELD}: the element has no size`);
}

/** A PNG in Base64. */
async function capture({ page, limits }: PrintRun, { clip }: Strip): Promise<string> {
  const { data } = await page.send(
    'Page.captureScreenshot',
    {
      format: 'png',
      optimizeForSpeed: true,
      clip: { ...clip, scale: 1 },
      // Lengths such as `100vh` stay those of the window.
      captureBeyondViewport: true,
    },
    remainingMs(limits),
  );
  requireStay(page);
  return data;
}
