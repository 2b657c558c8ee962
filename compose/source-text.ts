import type { Position, SourceLocation } from '@platen/handlebars';

/** Characters of the line that an error shows on each side of the position. */
const EXCERPT_CHARS = 40;

const LINE_END = /\r\n?|\n/;

/** A message can contain a name or a value of a megabyte. */
const MAX_MESSAGE_CHARS = 300;

export const cut = (text: string, maxChars = MAX_MESSAGE_CHARS): string =>
  text.length <= maxChars ? text : `${text.slice(0, maxChars - 1)}…`;

export const offsetOf = (source: string, { line, column }: Position): number =>
  startOfLine(source, line) + column - 1;

/** Columns of a location count from 0. */
export const sliceOf = (source: string, { start, end }: SourceLocation): string =>
  source.slice(startOfLine(source, start.line) + start.column, startOfLine(source, end.line) + end.column);

/** Returns the part of the line that is near a position, and a line with a caret under the position. */
export function excerpt(source: string, { line, column }: Position): string[] {
  const lineStart = startOfLine(source, line);
  const at = lineStart + column - 1;
  const start = Math.max(lineStart, at - EXCERPT_CHARS);
  const [text = ''] = source.slice(start, at + EXCERPT_CHARS).split(LINE_END, 1);
  return [text.replaceAll(/\p{Cc}/gu, ' '), `${' '.repeat(at - start)}^`];
}

/** The tag around a position, as far as it is on the line, without its braces. Empty outside of a tag. */
export function readTag(source: string, { line, column }: Position): string {
  const lineStart = startOfLine(source, line);
  const at = lineStart + column - 1;
  const [before, after] = [
    source.slice(Math.max(lineStart, at - EXCERPT_CHARS * 2), at),
    source.slice(at, at + EXCERPT_CHARS * 2),
  ];
  const opened = before.lastIndexOf('{{');
  if (opened < 0 || before.includes('}}', opened)) return '';
  const closed = after.search(/\}\}|[\r\n]/);
  return `${before.slice(opened + 2)}${closed < 0 ? after : after.slice(0, closed)}`;
}

/** Does not split the source: a million lines would be a million strings. */
function startOfLine(source: string, line: number): number {
  let start = 0;
  for (let passed = 1; passed < line && start < source.length; start++) {
    const character = source[start];
    if (character === '\n' || (character === '\r' && source[start + 1] !== '\n')) passed += 1;
  }
  return start;
}
