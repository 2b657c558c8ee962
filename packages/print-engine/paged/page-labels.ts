import type { PageLabel } from '@platen/pdf';
import type { LabelRun } from '../in-page/paged-messages.ts';
import { formatCounter } from '../in-page/scripts/paged/format-counter.ts';

/** Returns the label of each page, or null if readers count the pages in the same way. @param runs in the order of the pages */
export function toPageLabels(runs: readonly LabelRun[] | null, totalPages: number): PageLabel[] | null {
  if (runs === null) return null;
  const labels = runs.flatMap(({ page, number, style, texts }, index) => {
    const next = runs[index + 1]?.page ?? totalPages + 1;
    return Array.from({ length: next - page }, (_, at) => ({
      number: number + at,
      style: texts === null ? style : 'own',
      text: texts?.[at] ?? formatCounter(number + at, style),
    }));
  });
  const isPlain = labels.every(({ number, style }, index) => number === index + 1 && style === 'decimal');
  return isPlain ? null : labels;
}
