import {
  findLocation,
  HandlebarsException,
  LimitExceeded,
  MissingHelper,
  MissingPartial,
  type Position,
  TemplateFault,
  TemplateSyntaxError,
} from '@platen/handlebars';
import { type TemplateDocument, TemplateError } from './errors.ts';
import { explainForeignTag, findForeignStatement } from './foreign-syntax.ts';
import { suggestHelper } from './helpers/suggest-helper.ts';

/** A message can contain a name or a value of a megabyte. */
const MAX_MESSAGE_CHARS = 300;

/** On each side of the position. */
const EXCERPT_CHARS = 40;

const LINE_END = /\r\n?|\n/;

/** The official parser appends ` - line:column` to its messages. */
const OFFICIAL_POSITION = / - \d+:\d+$/;

/** @throws {unknown} the error itself, if the template did not cause it */
export function toTemplateError(document: TemplateDocument, source: string, error: unknown): TemplateError {
  if (!(error instanceof Error)) throw error;
  const position = findPosition(error);
  const hint = findHint(error, source, position);
  const message = cut(`${describePlace(document, position)}: ${describeError(error)}${hint}`);
  const shown = [position, error instanceof TemplateSyntaxError ? error.opener : null];
  const details = shown.flatMap((place) => (place === null ? [] : excerpt(source, place)));
  const limit = error instanceof LimitExceeded ? error.kind : null;
  return new TemplateError(document, message, { details, position, limit });
}

const cut = (text: string, maxChars = MAX_MESSAGE_CHARS): string =>
  text.length <= maxChars ? text : `${text.slice(0, maxChars - 1)}…`;

const describePlace = (document: TemplateDocument, position: Position | null): string =>
  position === null ? document : `${document}, line ${position.line}, column ${position.column}`;

function describeError(error: Error): string {
  if (error instanceof TemplateSyntaxError || error instanceof LimitExceeded) return error.message;
  if (error instanceof TemplateFault) return error.message;
  if (error instanceof HandlebarsException) return describeException(error.message);
  if (error instanceof RangeError) return 'the template or its data is nested too deeply or becomes too long';
  if (error instanceof TypeError) return 'a helper has no block, or got a value that it cannot use';
  throw error;
}

/** A further sentence about what the author probably meant, or an empty text. */
function findHint(error: Error, source: string, position: Position | null): string {
  if (error instanceof MissingHelper) {
    const suggestion = suggestHelper(error.helper);
    return suggestion === null ? '' : `. Do you mean "${suggestion}"?`;
  }
  if (error instanceof MissingPartial) return describePartials(error.known);
  if (!isSyntaxError(error) || position === null) return '';
  const explanation = explainForeignTag(readTag(source, position));
  if (explanation !== null) return `. ${explanation}`;
  const statement = findForeignStatement(source);
  return statement === null ? '' : `. "${cut(statement, 60)}" is not Handlebars`;
}

const isSyntaxError = (error: Error): boolean =>
  error instanceof TemplateSyntaxError || officialPosition(error) !== null;

const MAX_LISTED_PARTIALS = 8;

function describePartials(known: readonly string[]): string {
  const names = known.filter((name) => name !== '@partial-block').map((name) => `"${cut(name, 30)}"`);
  if (names.length === 0) return '. Define it in the template: {{#*inline "name"}}…{{/inline}}';
  const more = names.length > MAX_LISTED_PARTIALS ? `, and ${names.length - MAX_LISTED_PARTIALS} more` : '';
  return `. Partials here: ${names.slice(0, MAX_LISTED_PARTIALS).join(', ')}${more}`;
}

/** The tag around a position, as far as it is on the line, without its braces. Empty outside of a tag. */
function readTag(source: string, { line, column }: Position): string {
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

/** The official parser reports a block with a wrong closing tag as `each doesn't match if - 2:3`. */
function describeException(message: string): string {
  const text = message.replace(OFFICIAL_POSITION, '');
  const [, opened, closed] = /^(.*) doesn't match (.*)$/s.exec(text) ?? [];
  return opened === undefined ? text : `{{#${cut(opened, 60)}}} is closed by {{/${closed}}}`;
}

function findPosition(error: Error): Position | null {
  if (error instanceof TemplateSyntaxError) return error.position;
  if (error instanceof LimitExceeded && error.position !== null) return error.position;
  const start = findLocation(error)?.start ?? officialPosition(error);
  return start === null ? null : { line: start.line, column: start.column + 1 };
}

function officialPosition(error: Error): Position | null {
  if (!('lineNumber' in error && 'column' in error)) return null;
  const { lineNumber: line, column } = error;
  return typeof line === 'number' && typeof column === 'number' ? { line, column } : null;
}

function excerpt(source: string, { line, column }: Position): string[] {
  const lineStart = startOfLine(source, line);
  const at = lineStart + column - 1;
  const start = Math.max(lineStart, at - EXCERPT_CHARS);
  const [text = ''] = source.slice(start, at + EXCERPT_CHARS).split(LINE_END, 1);
  return [text.replaceAll(/\p{Cc}/gu, ' '), `${' '.repeat(at - start)}^`];
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
