import { type Position, type TemplateDocument, TemplateError } from './errors.ts';
import { LimitExceeded } from './handlebars/limits.ts';
import { locationOf, TemplateFault } from './handlebars/located.ts';
import { runtime } from './handlebars/official.ts';
import { TemplateSyntaxError } from './handlebars/syntax-error.ts';

/** Names and values in messages can be a megabyte. */
const MAX_MESSAGE_CHARS = 300;

/** Of the line in error, this much on each side of the place is shown. */
const EXCERPT_CHARS = 40;

const LINE_END = /\r\n?|\n/;

/** The official parser appends ` - line:column` to messages of nodes. */
const OFFICIAL_POSITION = / - \d+:\d+$/;

/**
 * What the template's author is told about an error of the engine.
 * @throws {unknown} the error itself, where it is a fault of ours and not of the template
 */
export function templateError(document: TemplateDocument, source: string, error: unknown): TemplateError {
  if (!(error instanceof Error)) throw error;
  const position = positionOf(error);
  const message = cut(`${placeOf(document, position)}: ${messageOf(error)}`);
  const shown = [position, error instanceof TemplateSyntaxError ? error.opener : null];
  const details = shown.flatMap((place) => (place === null ? [] : excerpt(source, place)));
  const limit = error instanceof LimitExceeded ? error.kind : null;
  return new TemplateError(document, message, { details, position, limit });
}

const cut = (text: string, maxChars = MAX_MESSAGE_CHARS): string =>
  text.length <= maxChars ? text : `${text.slice(0, maxChars - 1)}…`;

const placeOf = (document: TemplateDocument, position: Position | null): string =>
  position === null ? document : `${document}, line ${position.line}, column ${position.column}`;

function messageOf(error: Error): string {
  if (error instanceof TemplateSyntaxError || error instanceof LimitExceeded) return error.message;
  if (error instanceof TemplateFault) return error.message;
  if (error instanceof runtime.Exception) return officialMessage(error.message);
  if (error instanceof RangeError) return 'the template or its data is nested too deeply or grows too long';
  if (error instanceof TypeError) return 'a helper is missing its block, or was given a value it cannot use';
  throw error;
}

/** `each doesn't match if - 2:3` is how the official parser says that a block is closed by another's name. */
function officialMessage(message: string): string {
  const text = message.replace(OFFICIAL_POSITION, '');
  const [, opened, closed] = /^(.*) doesn't match (.*)$/s.exec(text) ?? [];
  return opened === undefined ? text : `{{#${cut(opened, 60)}}} is closed by {{/${closed}}}`;
}

function positionOf(error: Error): Position | null {
  if (error instanceof TemplateSyntaxError) return error.position;
  if (error instanceof LimitExceeded && error.position !== null) return error.position;
  const start = locationOf(error)?.start ?? officialPosition(error);
  return start === null ? null : { line: start.line, column: start.column + 1 };
}

/** Errors of the official parser and compiler carry their place in fields of their own. */
function officialPosition(error: Error): Position | null {
  if (!('lineNumber' in error && 'column' in error)) return null;
  const { lineNumber: line, column } = error;
  return typeof line === 'number' && typeof column === 'number' ? { line, column } : null;
}

/** The part of the line around the place, and a line with a caret under it. */
function excerpt(source: string, { line, column }: Position): string[] {
  const lineStart = startOfLine(source, line);
  const at = lineStart + column - 1;
  const start = Math.max(lineStart, at - EXCERPT_CHARS);
  const [text = ''] = source.slice(start, at + EXCERPT_CHARS).split(LINE_END, 1);
  return [text.replaceAll(/\p{Cc}/gu, ' '), `${' '.repeat(at - start)}^`];
}

/** Where a line begins. Counts instead of splitting: a million empty lines would be a million strings. */
function startOfLine(source: string, line: number): number {
  let start = 0;
  for (let passed = 1; passed < line && start < source.length; start++) {
    const character = source[start];
    if (character === '\n' || (character === '\r' && source[start + 1] !== '\n')) passed += 1;
  }
  return start;
}
