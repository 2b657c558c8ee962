import type { Diagnostic } from '@codemirror/lint';
import type { Text } from '@codemirror/state';
import { findMustaches } from './mustaches.ts';

/** An error in a text. Lines and columns start at 1. */
export interface TextProblem {
  readonly message: string;
  /** It is null for errors without a position. */
  readonly at: { readonly line: number; readonly column: number } | null;
}

/** Underlines the whole mustache with the error, or the rest of the word. */
export function toDiagnostics(doc: Text, problems: readonly TextProblem[]): Diagnostic[] {
  return problems.map(({ message, at }) => ({ severity: 'error', message, ...findRange(doc, at) }));
}

function findRange(doc: Text, at: TextProblem['at']): { from: number; to: number } {
  if (at === null) return { from: 0, to: doc.line(1).to };
  const line = doc.line(Math.min(Math.max(at.line, 1), doc.lines));
  const from = Math.min(line.from + Math.max(at.column - 1, 0), line.to);
  const mustache = findMustaches(doc.sliceString(line.from, doc.length)).find(
    (found) => line.from + found.from <= from && from < line.from + found.to,
  );
  if (mustache) return { from: line.from + mustache.from, to: Math.min(line.from + mustache.to, line.to) };
  const word = /^[\w-]+|^\S/.exec(doc.sliceString(from, line.to))?.[0] ?? '';
  return word === '' ? { from: Math.max(line.from, from - 1), to: from } : { from, to: from + word.length };
}
