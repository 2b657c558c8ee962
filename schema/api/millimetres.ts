import { z } from 'zod';

const MM_PER_UNIT: Readonly<Record<string, number>> = {
  mm: 1,
  cm: 10,
  in: 25.4,
  px: 25.4 / 96,
  pt: 25.4 / 72,
};

const CSS_LENGTH = /^(\d{1,6}(?:\.\d{1,6})?) {0,3}(mm|cm|in|px|pt)?$/i;

/** A length. Other services take `"20mm"`, so the error for a string gives the number. */
export const millimetres = () => z.number({ error: ({ input }) => describeNoLength(input) });

export const describeNoLength = (input: unknown): string =>
  typeof input === 'string' ? describeText(input) : 'must be a number';

/**
 * Reads a length such as `1.5in`.
 *
 * @param defaultUnit of a number without one
 * @returns null for another text
 */
export function toMillimetres(text: string, defaultUnit: 'mm' | 'px'): number | null {
  const [, amount, unit = defaultUnit] = CSS_LENGTH.exec(text.trim()) ?? [];
  const mm = Number(amount) * (MM_PER_UNIT[unit.toLowerCase()] ?? Number.NaN);
  return Number.isNaN(mm) ? null : mm;
}

function describeText(text: string): string {
  const mm = toMillimetres(text, 'mm');
  return mm === null
    ? 'must be a number of millimetres, such as 20'
    : `must be a number of millimetres: ${Math.round(mm * 100) / 100}, not "${text.trim()}"`;
}
