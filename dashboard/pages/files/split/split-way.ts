import type { PlanSplit } from '../../../../schema/console/files.ts';

/** The form keeps the values of the ways that are not chosen. */
export interface SplitWay {
  readonly kind: 'ranges' | 'everyPages' | 'bookmarks';
  /** A line for each file. */
  readonly ranges: string;
  /** Empty while the person types. */
  readonly everyPages: number | '';
}

type SplitMode = Omit<PlanSplit, 'fileId'>;

/** Lines without text are left out. Empty if nothing is chosen yet. */
export function toSplitMode({ kind, ranges, everyPages }: SplitWay): SplitMode {
  if (kind === 'bookmarks') return { bookmarks: true };
  if (kind === 'everyPages') return everyPages === '' ? {} : { everyPages };
  const lines = linesOf(ranges).map(({ text }) => text);
  return lines.length === 0 ? {} : { ranges: lines };
}

const linesOf = (ranges: string) =>
  ranges
    .split('\n')
    .map((line, index) => ({ text: line.trim(), number: index + 1 }))
    .filter(({ text }) => text !== '');

/** Returns null if the problem is not one of the chosen way. */
export function describeProblem(way: SplitWay, fields: Readonly<Record<string, string>>): string | null {
  for (const [field, problem] of Object.entries(fields)) {
    const [, index] = /^ranges\[(\d+)\]$/.exec(field) ?? [];
    const line = index === undefined ? undefined : linesOf(way.ranges)[Number(index)];
    if (line !== undefined && way.kind === 'ranges') return `Line ${line.number}: ${problem}`;
    if (field === way.kind) return toSentence(problem);
  }
  return null;
}

const toSentence = (problem: string): string => `${problem.charAt(0).toUpperCase()}${problem.slice(1)}`;
