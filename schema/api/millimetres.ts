import { z } from 'zod';

const MM_PER_UNIT: Readonly<Record<string, number>> = {
  '': 1,
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

function describeText(text: string): string {
  const [, amount, unit = ''] = CSS_LENGTH.exec(text.trim()) ?? [];
  const mm = Number(amount) * (MM_PER_UNIT[unit.toLowerCase()] ?? Number.NaN);
  return Number.isNaN(mm)
    ? 'must be a number of millimetres, such as 20'
    : `must be a number of millimetres: ${Math.round(mm * 100) / 100}, not "${text.trim()}"`;
}
