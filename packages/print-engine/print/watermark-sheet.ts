import { UnprintableJob } from '../failures.ts';
import { type ByteSource, type PrintJob, type RenderWarning, type WatermarkOptions } from '@platen/pdf';
import type { PrintPage } from '../pages/print-page.ts';
import { remainingMs } from '../print-limits.ts';
import { findMissingGlyphs } from './look-for-glyphs.ts';
import { printToPdf } from './print-document.ts';
import { PLAIN_PRINT } from './print-parameters.ts';
import type { PrintRun } from './print-run.ts';

/** The sizes on the sheet do not matter, because a PDF has no pixels. Larger shapes are finer. */
const FONT_PX = 96;
const IMAGE_PX = 600;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '');

const STYLE = `html, body { margin: 0 } #sheet { display: inline-block; white-space: pre; text-align: center;
font: 700 ${FONT_PX}px/1.2 sans-serif; print-color-adjust: exact } img { display: block; width: ${IMAGE_PX}px }`;

/** The page becomes as large as its content. */
const FIT = `{
  const { width, height } = document.getElementById('sheet').getBoundingClientRect();
  const style = document.createElement('style');
  style.textContent = '@page { margin: 0; size: ' + Math.ceil(width) + 'px ' + (Math.ceil(height) + 1) + 'px }';
  document.head.append(style);
}`;

type Content = WatermarkOptions['content'];

function toHtml(content: Content, script: string): string {
  const sheet =
    'text' in content
      ? `<div id="sheet" dir="auto" style="color: ${escaped(content.colour)}">${escaped(content.text)}</div>`
      : `<div id="sheet"><img alt="" src="data:${content.mediaType};base64,${escaped(content.base64)}"></div>`;
  return `<!doctype html><meta charset="utf-8"><style>${STYLE}</style><body>${sheet}${script}`;
}

/** A job that prints only the watermark, for `finishPdf`. */
export const toWatermarkJob = (watermark: WatermarkOptions): PrintJob => ({
  html: toHtml(watermark.content, `<script>onload = () => ${FIT}</script>`),
  paper: { widthMm: 210, heightMm: 297 },
  contentMargin: { topMm: 0, rightMm: 0, bottomMm: 0, leftMm: 0 },
  header: [],
  footer: [],
  printBackground: true,
  mediaType: 'print',
  scale: 1,
  pageRanges: null,
  waitForSelector: null,
  preferCssPageSize: true,
  tagged: false,
  outline: false,
  watermark: null,
});

/** @param missing glyphs of the watermark's text */
export const findWatermarkWarnings = (missing: readonly string[]): RenderWarning[] =>
  missing.length === 0
    ? []
    : [
        {
          code: 'MISSING_GLYPHS',
          message: `No font has a glyph for ${missing.join(' ')}, so the watermark shows boxes in their places.`,
          field: 'options.watermark.text',
        },
      ];

/** Waits for the image. Returns whether there is none, or it can be shown. */
const READY = `Promise.all(Array.from(document.images, (image) => image.decode())).then(
  () => { ${FIT} return true }, () => false)`;

/** Prints the watermark in a page that the document does not need any more. @throws {UnprintableJob} the image cannot be shown */
export async function printWatermarkSheet(
  run: PrintRun,
  page: PrintPage,
  { content }: WatermarkOptions,
): Promise<ByteSource> {
  const sheet = await printSheet(run, page, content);
  const missing = await findMissingGlyphs({ ...run, page }, sheet, () => 'in the watermark');
  for (const warning of findWatermarkWarnings(missing)) run.recorder.warnings.add(warning);
  return sheet;
}

/** Prints the notice of a job, in such a page. */
export const printNoticeSheet = (run: PrintRun, page: PrintPage, text: string): Promise<ByteSource> =>
  printSheet(run, page, { text, colour: '#666666' });

async function printSheet(run: PrintRun, page: PrintPage, content: Content): Promise<ByteSource> {
  await page.navigate('about:blank', remainingMs(run.limits));
  const timeoutMs = remainingMs(run.limits);
  const [, isReady] = await Promise.all([
    page.setContent(toHtml(content, ''), timeoutMs),
    page.evaluate<boolean>(READY, timeoutMs),
  ]);
  if (!isReady) throw new UnprintableJob('options.watermark.image: cannot be shown; it may be damaged');
  return printToPdf({ ...run, page }, PLAIN_PRINT);
}
