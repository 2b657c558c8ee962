import { type KnownFields, knownFields } from '../../../compose/unknown-fields/known-fields.ts';
import { generateRequest } from '../../../schema/api/generate.ts';
import type { ErrorBody } from '../../../schema/api/error-body.ts';
import { type LoggedError, MAX_LOGGED_DETAILS } from '../../../schema/request-log.ts';
import { type AnsweredCode, CATALOGUE } from '../../lib/api-error.ts';

/** A field or a text of a template at the beginning of a problem, and its place in this text. */
const PLACE =
  /^([A-Za-z]{1,40}(?:\[\d{1,6}\]|\.[A-Za-z]{1,40}){0,12})((?:, line \d{1,9}, column \d{1,9})?)(?=[:,\s]|$)/;

/** Texts of a template, and lists of other requests. What is in them has no known names. */
const OTHER_FIELDS: ReadonlySet<string> = new Set([
  'html',
  'header',
  'footer',
  'outputName',
  'body',
  'content',
  'settings',
  'rows',
  'entries',
  'templates',
  'partials',
  'assets',
]);

/** A message can quote data, so the log has the text of the code instead, and the place of each problem. */
export function toLoggedError(error: ErrorBody['error'] & { readonly code: AnsweredCode }): LoggedError {
  const { code, message, details = [], requestId, timestamp } = error;
  const text = CATALOGUE[code].message;
  const places = [message, ...details].flatMap((problem) => placeOf(problem) ?? []);
  const logged = [...new Set(places)].slice(0, MAX_LOGGED_DETAILS);
  return {
    code,
    message: text === '{problem}' ? 'The template has a problem.' : text.replaceAll(/\{\w+\}/g, '…'),
    ...(logged.length > 0 && { details: logged }),
    requestId,
    timestamp,
  };
}

/** Returns the known part of the field: `options.margin.top`, or `templateData` of `templateData.salary`. */
function placeOf(problem: string): string | null {
  const [, path = '', place = ''] = PLACE.exec(problem) ?? [];
  const known: string[] = [];
  let fields: KnownFields | null | undefined = knownFields(generateRequest).fields;
  for (const part of path.split(/(?=[.[])/)) {
    const name = part.replace(/^\./, '');
    const isIndex = name.startsWith('[');
    if (!isIndex && fields?.has(name) !== true && !(known.length === 0 && OTHER_FIELDS.has(name))) break;
    if (!isIndex) fields = fields?.get(name);
    known.push(part);
  }
  return known.length === 0 ? null : `${known.join('')}${place}`;
}
