import { TemplateFault } from '@platen/handlebars';
import { code128, drawingSVG, ean13, type RenderOptions } from 'bwip-js/generic';
import { encode } from 'uqr';
import { BadValue } from './bad-value.ts';
import { escapeHtml, type HelperBody, type HelperTable, html } from './helper.ts';
import { choice, lengthMm } from './values.ts';

/** Bytes in the largest QR code with the weakest error correction. Source: ISO/IEC 18004, table 7. */
const MAX_QR_CHARS = 2_953;
const MAX_BARCODE_CHARS = 80;

/** Measured: a QR code takes up to 1.3 µs for each module, a barcode 1 ms and up to 50 µs for each character. */
const STEPS_PER_QR_MODULE = 2.6;
const STEPS_PER_BARCODE = 2_000;
const STEPS_PER_BARCODE_CHAR = 100;

/** Light modules around a QR code. Source: ISO/IEC 18004, section 9.1. */
const QR_QUIET_MODULES = 4;

/** Returns empty text for null and for a missing value. Half of a surrogate pair has no bytes. @throws {BadValue} */
function codeText(value: unknown): string {
  if (typeof value === 'string') {
    if (value.isWellFormed()) return value;
    throw new BadValue('the value has half of a surrogate pair', { argument: 0, value });
  }
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  throw new BadValue('the value must be text or a number', { argument: 0, value });
}

/** `{{qrcode text size=25 ecc="M"}}`: `size` is in millimetres, with the quiet zone. */
const qrcode: HelperBody = ({ args, hash, meter }) => {
  const size = lengthMm('size', hash.size ?? 25, { min: 5, max: 1_000 });
  const ecc = choice('ecc', hash.ecc ?? 'M', ['L', 'M', 'Q', 'H']);
  const text = codeText(args[0]);
  if (text === '') return null;
  if (text.length > MAX_QR_CHARS)
    throw new TemplateFault(`a QR code holds at most ${MAX_QR_CHARS} characters`);
  const modules = qrModules(text, ecc);
  meter.step(modules.length ** 2 * STEPS_PER_QR_MODULE);
  const side = modules.length;
  return svg({ text, viewBox: `0 0 ${side} ${side}`, widthMm: size, heightMm: size }, qrPath(modules));
};

function qrModules(text: string, ecc: 'L' | 'M' | 'Q' | 'H'): boolean[][] {
  try {
    return encode(text, { ecc, border: QR_QUIET_MODULES }).data;
  } catch (error) {
    if (error instanceof RangeError)
      throw new TemplateFault(`the text is too long for a QR code with ecc="${ecc}"`);
    throw error;
  }
}

/** One path of horizontal runs. A rectangle for each module would show seams between them. */
function qrPath(modules: readonly (readonly boolean[])[]): string {
  let path = '';
  for (const [y, row] of modules.entries()) {
    for (let x = 0; x < row.length; x++) {
      const start = x;
      while (row[x]) x += 1;
      if (x > start) path += `M${start} ${y}h${x - start}v1h${start - x}z`;
    }
  }
  return `<path d="${path}"/>`;
}

/** Nominal width of the narrowest bar. Source: GS1 General Specifications, section 5.2.6.6. */
const MODULE_MM = 0.33;

/** Light modules on each side. Code 128 needs 10, EAN-13 needs 11 on its left. */
const BARCODE_QUIET_MODULES = 11;

/** The library takes heights in millimetres at 72 dots an inch. One dot is one module here. */
const DOT_MM = 25.4 / 72;

/** The text below the bars, with a module of air. An EAN-13 has its digits in groups between its longer bars. */
const BARCODE_TEXT = {
  code128: { textxalign: 'center', textyoffset: -2 },
  ean13: { textyoffset: -7 },
} as const;

/** `{{barcode "978020137962" type="ean13" height=15 module=0.33 text=true}}`: lengths in millimetres. */
const barcode: HelperBody = ({ args, hash, meter }) => {
  const type = choice('type', hash.type ?? 'code128', ['code128', 'ean13']);
  const moduleMm = lengthMm('module', hash.module ?? MODULE_MM, { min: 0.1, max: 5 });
  const heightMm = lengthMm('height', hash.height ?? 15, { min: 1, max: 200 });
  const text = codeText(args[0]);
  if (text === '') return null;
  if (text.length > MAX_BARCODE_CHARS) {
    throw new TemplateFault(`a barcode holds at most ${MAX_BARCODE_CHARS} characters`);
  }
  meter.step(STEPS_PER_BARCODE + text.length * STEPS_PER_BARCODE_CHAR);
  const drawn = drawBars(type, {
    bcid: type,
    text,
    scale: 1,
    // The library draws bars one dot taller than `height`.
    height: (heightMm / moduleMm - 1) * DOT_MM,
    paddingwidth: BARCODE_QUIET_MODULES,
    includetext: hash.text !== false,
    ...BARCODE_TEXT[type],
  });
  const [, width, height, bars] = DRAWING.exec(drawn) ?? [];
  if (width === undefined || height === undefined)
    throw new Error('The SVG of the barcode library has an unexpected form.');
  const measures = { widthMm: Number(width) * moduleMm, heightMm: Number(height) * moduleMm };
  return svg({ text, viewBox: `0 0 ${width} ${height}`, ...measures }, bars ?? '');
};

const DRAWING = /^<svg viewBox="0 0 (\d+) (\d+)"[^>]*>(.*)<\/svg>\s*$/s;

function drawBars(type: 'code128' | 'ean13', options: RenderOptions): string {
  try {
    return type === 'ean13' ? ean13(options, drawingSVG()) : code128(options, drawingSVG());
  } catch (error) {
    // `bwipp.ean13badLength#6878: EAN-13 must be 12 or 13 digits`
    const reason = /^(?:Error: )?bwipp\.[^:]*: (.*)$/s.exec(String(error))?.[1];
    if (reason === undefined) throw error;
    throw new BadValue(reason, { argument: 0, value: options.text });
  }
}

interface Drawing {
  readonly text: string;
  readonly viewBox: string;
  readonly widthMm: number;
  readonly heightMm: number;
}

const mm = (length: number): string => `${Math.round(length * 1000) / 1000}mm`;

/** Inline, so nothing is fetched. The label becomes the description in a tagged PDF. */
const svg = ({ text, viewBox, widthMm, heightMm }: Drawing, shapes: string): unknown =>
  html(
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${escapeHtml(text)}" viewBox="${viewBox}" ` +
      `width="${mm(widthMm)}" height="${mm(heightMm)}" shape-rendering="crispEdges">${shapes}</svg>`,
  );

export const codeHelpers: HelperTable = { qrcode, barcode };
