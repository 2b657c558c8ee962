import type { Difference } from '../snapshots/compare-snapshots.ts';
import type { CaseResult } from '../snapshots/run-case.ts';

/** At most this many changed lines of a text are shown. */
const MAX_LINES = 20;

/** @returns why a sample did not pass, in one line */
export function summarise({ outcome, differences: [first, ...others], problems }: CaseResult): string {
  if (outcome === 'new') return 'there is no snapshot yet; --record makes it';
  if (first === undefined) return problems[0] ?? '';
  return `${describeDifference(first)}${others.length === 0 ? '' : `, and ${others.length} more`}`;
}

/** @returns all differences and problems, line by line. Empty if the sample passed. */
export function describeResult(result: CaseResult): string[] {
  const { outcome, differences, problems } = result;
  if (outcome === 'new') return [summarise(result)];
  return [
    ...problems,
    ...differences.flatMap((one) => [describeDifference(one), ...indent(shorten(one.lines))]),
  ];
}

export const describeDifference = ({ page, message }: Pick<Difference, 'page' | 'message'>): string =>
  page === null ? message : `page ${page}: ${message}`;

const indent = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

const shorten = (lines: readonly string[]): readonly string[] =>
  lines.length <= MAX_LINES
    ? lines
    : [...lines.slice(0, MAX_LINES), `… and ${lines.length - MAX_LINES} more lines`];
