import type { GenerateRequest } from '../schema/api/generate.ts';
import type { PdfOptions } from '../schema/api/pdf-options.ts';
import { formatOf, lengthMm, type PuppeteerOptions } from '../schema/api/puppeteer-options.ts';
import { chromiumBand } from './chromium-band.ts';
import { mergeSettings } from './merge-settings.ts';

/** Returns the options of a request. Those of Puppeteer are translated (contract 6.10). */
export const optionsOf = ({ options = {}, pdfOptions }: GenerateRequest): PdfOptions =>
  pdfOptions === undefined ? options : mergeSettings(translate(pdfOptions), options);

function translate(given: PuppeteerOptions): PdfOptions {
  const { landscape = false, printBackground = false, preferCSSPageSize, pageRanges } = given;
  return {
    ...readPaper(given),
    orientation: landscape ? 'landscape' : 'portrait',
    printBackground,
    ...(given.margin && { margin: readSides(given.margin) }),
    ...(given.displayHeaderFooter === true && readBands(given)),
    ...(given.scale !== undefined && { scale: given.scale }),
    ...(pageRanges !== undefined && pageRanges !== '' && { pageRanges }),
    ...(preferCSSPageSize !== undefined && { preferCssPageSize: preferCSSPageSize }),
    ...(given.outline !== undefined && { outline: given.outline }),
    ...(given.tagged !== undefined && { tagged: given.tagged }),
  };
}

/** @param length valid */
const toMm = (length: number | string): number => lengthMm(length) ?? 0;

/** US Letter. Puppeteer takes one side from it if the other is given. */
const LETTER_PX = { width: 8.5 * 96, height: 11 * 96 } as const;

function readPaper({ format, width, height }: PuppeteerOptions): PdfOptions {
  const named = format === undefined ? null : formatOf(format);
  if (named !== null) return { format: named };
  if (width === undefined && height === undefined) return { format: 'Letter' };
  return {
    format: 'Custom',
    width: toMm(width ?? LETTER_PX.width),
    height: toMm(height ?? LETTER_PX.height),
  };
}

const readSides = (margin: NonNullable<PuppeteerOptions['margin']>): NonNullable<PdfOptions['margin']> =>
  Object.fromEntries(Object.entries(margin).map(([side, length]) => [side, toMm(length)]));

/** Puppeteer prints Chromium's own text for a template that is missing. */
const OWN_HEADER =
  '<div style="display: flex; font-size: 8px; width: 100%; padding: 0 20px"><span class="date" style="flex: 1"></span><span class="title"></span></div>';
const OWN_FOOTER =
  '<div style="display: flex; font-size: 8px; width: 100%; padding: 0 20px"><span class="url" style="flex: 1"></span><span><span class="pageNumber"></span>/<span class="totalPages"></span></span></div>';

function readBands({ headerTemplate, footerTemplate, margin }: PuppeteerOptions): PdfOptions {
  const { top = 0, bottom = 0 } = readSides(margin ?? {});
  return {
    header: chromiumBand(headerTemplate ?? OWN_HEADER, top),
    footer: chromiumBand(footerTemplate ?? OWN_FOOTER, bottom),
  };
}
