import type { TemplateSettings } from '../../../schema/api/pdf-options.ts';

const MM: Readonly<Record<string, number>> = {
  mm: 1,
  cm: 10,
  in: 25.4,
  pt: 25.4 / 72,
  pc: 25.4 / 6,
  px: 25.4 / 96,
};

/** Millimetres of a CSS length. Null if it is none. @param unit of a number without one */
export function toMillimetres(length: unknown, unit = 'px'): number | null {
  const [, number, named] = /^\s*(\d+(?:\.\d+)?|\.\d+)\s*([a-z]*)\s*$/i.exec(String(length)) ?? [];
  const factor = MM[(named || unit).toLowerCase()];
  if (number === undefined || factor === undefined) return null;
  return Math.round(Number(number) * factor * 100) / 100;
}

const FORMATS = ['A0', 'A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'Letter', 'Legal', 'Tabloid', 'Ledger'] as const;

/** The paper of this name, in any case. */
export const findFormat = (name: unknown): (typeof FORMATS)[number] | null =>
  FORMATS.find((format) => format.toLowerCase() === String(name).trim().toLowerCase()) ?? null;

interface PaperFields {
  readonly format: unknown;
  readonly width: unknown;
  readonly height: unknown;
}

/** The paper by its name, or else by its size. @param unit of numbers without one */
export function toPaper({ format, width, height }: PaperFields, unit?: string): TemplateSettings {
  const known = findFormat(format);
  if (known !== null) return { format: known };
  const [widthMm, heightMm] = [toMillimetres(width, unit), toMillimetres(height, unit)];
  return widthMm === null || heightMm === null ? {} : { format: 'Custom', width: widthMm, height: heightMm };
}

export interface Margin {
  top?: number;
  right?: number;
  bottom?: number;
  left?: number;
}

/** @param lengths by their sides. Sides without a length are left out */
export function toMargin(
  lengths: Readonly<Partial<Record<keyof Margin, unknown>>>,
  unit?: string,
): Margin | null {
  const margin: Margin = {};
  for (const side of ['top', 'right', 'bottom', 'left'] as const) {
    const millimetres = toMillimetres(lengths[side], unit);
    if (millimetres !== null) margin[side] = millimetres;
  }
  return Object.keys(margin).length === 0 ? null : margin;
}
