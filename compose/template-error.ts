import {
  findLocation,
  findPartialCalls,
  HandlebarsException,
  LimitExceeded,
  MissingHelper,
  type Position,
  TemplateFault,
  TemplateSyntaxError,
} from '@platen/handlebars';
import { type TemplateDocument, TemplateError } from './errors.ts';
import { BadValue, describeValue } from './helpers/bad-value.ts';
import { calledInVain, describeChain } from './partials/faults.ts';
import { cut, excerpt } from './source-text.ts';
import { findHint, officialPosition } from './template-hints.ts';
import { describeOrigin, type Filling } from './value-path.ts';

/** The official parser appends ` - line:column` to its messages. */
const OFFICIAL_POSITION = / - \d+:\d+$/;

/** @throws {unknown} the error itself, if neither the template nor its data caused it */
export function toTemplateError(filled: TemplateDocument, filling: Filling, error: unknown): TemplateError {
  if (!(error instanceof Error)) throw error;
  const calls = findPartialCalls(error);
  const partial = calls?.at(-1);
  const source = partial === undefined ? filling.source : (filling.partials[partial] ?? '');
  const document = partial === undefined ? filled : (`partial:${partial}` as const);
  const position = findPosition(error);
  const shown = [position, error instanceof TemplateSyntaxError ? error.opener : null];
  const excerpts = shown.flatMap((place) => (place === null ? [] : excerpt(source, place)));
  const place = describePlace(document, position);
  if (error instanceof BadValue) {
    const { message, detail } = describeBadValue(error, place, { ...filling, source });
    return new TemplateError(document, message, { details: [...excerpts, detail], position });
  }
  const hint = findHint(error, document, source, position);
  const chain = describeCalls(filling.name, calls ?? [], calledInVain(error));
  const message = cut(`${place}: ${describeError(error)}${chain}${hint}`);
  const limit = error instanceof LimitExceeded ? error.kind : null;
  return new TemplateError(document, message, { details: excerpts, position, limit });
}

/** Lists the calls that lead from the template to the error. It is empty for an error in the template itself. */
function describeCalls(caller: string | null, calls: readonly string[], called: string | null): string {
  if (calls.length === 0) return '';
  const names = [...(caller === null ? [] : [caller]), ...calls, ...(called === null ? [] : [called])];
  return names.length === 1 ? '' : ` (${describeChain(names)})`;
}

/** The detail starts with the field of the request, as in a `VALIDATION_ERROR` (contract 3.3). */
function describeBadValue(error: BadValue, place: string, filling: Filling) {
  const origin = describeOrigin(filling, error, findLocation(error)) ?? 'the constant';
  const helper = error.place?.helper ?? 'helper';
  const value = describeValue(error.value);
  return {
    message: cut(`${place}: ${helper}: ${error.message}; ${origin} is ${value}`),
    detail: cut(`${origin}: is ${value}; ${helper} in ${place}: ${error.message}`),
  };
}

const describePlace = (document: TemplateDocument, position: Position | null): string =>
  position === null ? document : `${document}, line ${position.line}, column ${position.column}`;

function describeError(error: Error): string {
  if (error instanceof TemplateSyntaxError || error instanceof LimitExceeded) return error.message;
  if (error instanceof MissingHelper) return `There is no helper "${error.helper}"`;
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
