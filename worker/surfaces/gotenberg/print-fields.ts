import { chromiumBand } from '../../../compose/chromium-band.ts';
import type { Fields } from './fields.ts';
import { readPage, type PageFields } from './page-fields.ts';
import { refused } from './refusals.ts';

const INCH_MM = 25.4;

/** Gotenberg's own: US Letter, and margins of 1 cm. */
const DEFAULT_PAPER_MM = { width: 8.5 * INCH_MM, height: 11 * INCH_MM } as const;
const DEFAULT_MARGIN_MM = 0.39 * INCH_MM;

/** A form of the Chromium routes, as a generation of the API says it. */
export interface PageRequest extends Pick<PageFields, 'cookies' | 'headers' | 'failOn'> {
  readonly options: Readonly<Record<string, unknown>>;
  readonly output: Readonly<Record<string, unknown>> | null;
}

/** Reads the fields that make a PDF. */
export function readPrint(fields: Fields): PageRequest {
  const page = readPage(fields, 'print');
  const landscape = fields.bool('landscape');
  const printBackground = fields.bool('printBackground');
  const scale = fields.number('scale') ?? 1;
  const singlePage = fields.bool('singlePage');
  const width = fields.millimetres('paperWidth') ?? DEFAULT_PAPER_MM.width;
  const height = fields.millimetres('paperHeight') ?? DEFAULT_PAPER_MM.height;
  const margin = readMargin(fields);
  const pageRanges = fields.string('nativePageRanges');
  const bands = readBands(fields, margin);
  const preferCssPageSize = fields.bool('preferCssPageSize');
  const outline = fields.bool('generateDocumentOutline');
  const tagged = fields.bool('generateTaggedPdf');
  if (page.omitBackground) fields.ignored.add('omitBackground');
  const paper = singlePage
    ? { width: landscape ? height : width, height: 'auto' }
    : { width, height, orientation: landscape ? 'landscape' : 'portrait' };
  const options = {
    ...page.options,
    format: 'Custom',
    ...paper,
    // Without margins, those of the document's own rules hold, as in Chromium.
    ...(!preferCssPageSize && { margin }),
    ...bands,
    printBackground,
    scale,
    ...(pageRanges !== '' && { pageRanges }),
    ...(preferCssPageSize && !singlePage && { preferCssPageSize }),
    ...(outline && { outline }),
    ...(tagged && { tagged }),
    // A document that is wider than its page becomes smaller only here.
    ...(singlePage && landscape && { fit: 'width' }),
  };
  if (singlePage && preferCssPageSize) fields.ignored.add('preferCssPageSize');
  return { ...page, options, output: null };
}

/** Gotenberg refuses it only after the form is valid. */
export function requirePrintable(fields: Fields): void {
  if (fields.bool('omitBackground') && !fields.bool('printBackground'))
    throw refused('omitBackground requires printBackground set to true');
}

function readMargin(fields: Fields) {
  const side = (name: string) => fields.millimetres(name) ?? DEFAULT_MARGIN_MM;
  return {
    top: side('marginTop'),
    bottom: side('marginBottom'),
    left: side('marginLeft'),
    right: side('marginRight'),
  };
}

/** A band is as high as the margin that it is in. */
function readBands(fields: Fields, { top, bottom }: ReturnType<typeof readMargin>) {
  const header = fields.file('header.html');
  const footer = fields.file('footer.html');
  return {
    ...(header && { header: chromiumBand(decode(header.bytes), top) }),
    ...(footer && { footer: chromiumBand(decode(footer.bytes), bottom) }),
  };
}

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const PX_MM = INCH_MM / 96;

const FORMATS = ['png', 'jpeg', 'webp'] as const;

/** Reads the fields that make a picture. */
export function readScreenshot(fields: Fields): PageRequest {
  const page = readPage(fields, 'screen');
  const width = fields.integer('width') ?? 800;
  const height = fields.integer('height') ?? 600;
  const clip = fields.bool('clip');
  const selector = fields.string('selector');
  const type = fields.oneOf('format', FORMATS, "either 'png', 'jpeg' or 'webp'") ?? 'png';
  const quality = fields.integer('quality');
  if (quality !== null && (quality < 0 || quality > 100))
    fields.problem(
      `form field 'quality' is invalid (got '${quality}', resulting to value is ${quality < 0 ? 'negative' : 'superior to 100'})`,
    );
  if (fields.bool('optimizeForSpeed')) fields.ignored.add('optimizeForSpeed');
  const deviceScaleFactor = fields.number('deviceScaleFactor') ?? 1;
  if (type === 'png' && quality !== null) fields.ignored.add('quality');
  if (type === 'jpeg' && page.omitBackground) fields.ignored.add('omitBackground');
  const output = {
    type,
    ...(selector === '' ? { fullPage: !clip } : { selector }),
    deviceScaleFactor,
    ...(type !== 'png' && { quality: Math.max(1, quality ?? (type === 'jpeg' ? 100 : 80)) }),
    ...(type !== 'jpeg' && page.omitBackground && { transparent: true }),
  };
  const options = { ...page.options, format: 'Custom', width: width * PX_MM, height: height * PX_MM };
  return { ...page, options, output };
}
