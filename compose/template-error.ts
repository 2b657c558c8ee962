import {
  findLocation,
  HandlebarsException,
  LimitExceeded,
  type Position,
  TemplateFault,
  TemplateSyntaxError,
} from '@platen/handlebars';
import { type TemplateDocument, TemplateError } from './errors.ts';
import { cut, excerpt } from './source-text.ts';
import { findHint, officialPosition } from './template-hints.ts';

/** The official parser appends ` - line:column` to its messages. */
const OFFICIAL_POSITION = / - \d+:\d+$/;

/** @throws {unknown} the error itself, if the template did not cause it */
export function toTemplateError(document: TemplateDocument, source: string, error: unknown): TemplateError {
  if (!(error instanceof Error)) throw error;
  const position = findPosition(error);
  const hint = findHint(error, document, source, position);
  const message = cut(`${describePlace(document, position)}: ${describeError(error)}${hint}`);
  const shown = [position, error instanceof TemplateSyntaxError ? error.opener : null];
  const details = shown.flatMap((place) => (place === null ? [] : excerpt(source, place)));
  const limit = error instanceof LimitExceeded ? error.kind : null;
  return new TemplateError(document, message, { details, position, limit });
}

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
