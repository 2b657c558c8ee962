import type { FormField } from '../options/form-field.ts';
import { type EncodedText, encodeText, type StandardFont, widthOfCodes, wrapLine } from './standard-font.ts';

/** The share of the size of Helvetica and Courier, as browsers place Arial in a line. */
const ASCENT = 0.905;
const DESCENT = 0.212;

/** Readers draw what they cannot see too. */
const MAX_LINES = 1_000;

export interface FieldBox {
  /** Points. */
  readonly width: number;
  readonly height: number;
  readonly pointsPerPixel: number;
}

export interface Appearance {
  /** Operators, within the box. */
  readonly content: string;
  /** The font has each character of the text. */
  readonly isWhole: boolean;
}

export const fontOf = ({ style }: FormField): StandardFont => (style.isMonospaced ? 'Cour' : 'Helv');

const number = (value: number): string => String(Math.round(value * 1000) / 1000);

const hex = (codes: readonly number[]): string =>
  `<${codes.map((code) => code.toString(16).padStart(2, '0')).join('')}>`;

/** `0 0.2 1 rg` */
export const toColour = ({ style }: FormField): string =>
  `${style.colour.map((part) => number(part / 255)).join(' ')} rg`;

/** Draws the text of a field as its document would. */
export function drawText(field: FormField, box: FieldBox): Appearance {
  const texts = toTexts(field).map(encodeText);
  const isWhole = texts.every((text) => text.isWhole);
  const lines = layOut(field, box, texts);
  if (lines.every(({ codes }) => codes.length === 0)) return { content: '/Tx BMC EMC', isWhole };
  const fontSize = number(field.style.fontSize * box.pointsPerPixel);
  const content = [
    `/Tx BMC q 0 0 ${number(box.width)} ${number(box.height)} re W n`,
    ...drawSelection(field, box),
    `BT /${fontOf(field)} ${fontSize} Tf ${toColour(field)}`,
    ...lines.map(({ x, y, codes }) => `1 0 0 1 ${number(x)} ${number(y)} Tm ${hex(codes)} Tj`),
    'ET Q EMC',
  ];
  return { content: content.join('\n'), isWhole };
}

/** Behind the selected options of a list. */
function drawSelection({ kind, options, style }: FormField, box: FieldBox): string[] {
  if (kind !== 'list') return [];
  const height = style.lineHeight * box.pointsPerPixel;
  const top = box.height - style.inset.top * box.pointsPerPixel;
  const rows = options.slice(0, MAX_LINES).flatMap(({ isSelected }, index) => (isSelected ? [index] : []));
  return rows.map(
    (row) => `0.8 g 0 ${number(top - (row + 1) * height)} ${number(box.width)} ${number(height)} re f`,
  );
}

/** Returns one text for each line that does not depend on the width. */
function toTexts({ kind, value, options }: FormField): string[] {
  if (kind === 'password') return [''];
  if (kind === 'multiline') return value.split(/\r\n?|\n/).slice(0, MAX_LINES);
  if (kind === 'list') return options.slice(0, MAX_LINES).map(({ label }) => label);
  if (kind === 'choice') return [options.find(({ isSelected }) => isSelected)?.label ?? ''];
  return [value.replaceAll(/[\r\n]+/g, ' ')];
}

interface Line {
  readonly x: number;
  /** The height of the baseline. */
  readonly y: number;
  readonly codes: readonly number[];
}

function layOut(field: FormField, box: FieldBox, texts: readonly EncodedText[]): Line[] {
  const { style, kind } = field;
  const { inset } = style;
  const points = (pixels: number) => pixels * box.pointsPerPixel;
  const fontSize = points(style.fontSize);
  const available = Math.max(0, box.width - points(inset.left + inset.right));
  const font = fontOf(field);
  const isTall = kind === 'multiline' || kind === 'list';
  const maxWidth = kind === 'multiline' && fontSize > 0 ? (available / fontSize) * 1000 : Infinity;
  const lines = texts.flatMap(({ codes }) => wrapLine(font, codes, maxWidth)).slice(0, MAX_LINES);
  const lineHeight = Math.max(points(style.lineHeight), fontSize / 2);
  const content = box.height - points(inset.top + inset.bottom);
  const top = box.height - points(inset.top) - (isTall ? 0 : Math.max(0, content - lineHeight) / 2);
  const baseline = (lineHeight - fontSize * (ASCENT + DESCENT)) / 2 + fontSize * ASCENT;
  return lines.map((codes, index) => {
    const free = available - (widthOfCodes(font, codes) * fontSize) / 1000;
    const shift = { left: 0, centre: free / 2, right: free }[style.align];
    return { x: points(inset.left) + Math.max(0, shift), y: top - index * lineHeight - baseline, codes };
  });
}

/** The mark of a checkbox that is on. The page has the box. */
export function drawCheck(field: FormField, { width, height }: FieldBox): string {
  const size = Math.min(width, height);
  const at = (x: number, y: number) =>
    `${number((width - size) / 2 + x * size)} ${number((height - size) / 2 + y * size)}`;
  const stroke = toColour(field).replace('rg', 'RG');
  return `q ${stroke} ${number(size * 0.13)} w 1 J 1 j ${at(0.24, 0.5)} m ${at(0.43, 0.28)} l ${at(0.77, 0.73)} l S Q`;
}

/** The part of a quarter of a circle that a curve of Bézier needs. */
const ARC = 0.5523;

/** The dot of a radio button that is on. */
export function drawDot(field: FormField, { width, height }: FieldBox): string {
  const radius = Math.min(width, height) * 0.23;
  const [x, y, c] = [width / 2, height / 2, radius * ARC];
  const at = (dx: number, dy: number) => `${number(x + dx)} ${number(y + dy)}`;
  return [
    `q ${toColour(field)} ${at(radius, 0)} m`,
    `${at(radius, c)} ${at(c, radius)} ${at(0, radius)} c ${at(-c, radius)} ${at(-radius, c)} ${at(-radius, 0)} c`,
    `${at(-radius, -c)} ${at(-c, -radius)} ${at(0, -radius)} c ${at(c, -radius)} ${at(radius, -c)} ${at(radius, 0)} c f Q`,
  ].join('\n');
}
