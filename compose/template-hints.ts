import { MissingHelper, MissingPartial, type Position, TemplateSyntaxError } from '@platen/handlebars';
import type { TemplateDocument } from './errors.ts';
import { explainBraces } from './foreign-braces.ts';
import { explainForeignTag, findForeignStatement } from './foreign-syntax.ts';
import { suggestHelper } from './helpers/suggest-helper.ts';
import { cut, offsetOf, readTag } from './source-text.ts';

/** Returns sentences about what the author probably meant, or empty text. */
export function findHint(
  error: Error,
  document: TemplateDocument,
  source: string,
  position: Position | null,
): string {
  const braces = SWITCHED.has(document) ? findBraces(error, source, position) : null;
  if (braces === null) return suggest(error, source, position);
  return `${braces.isFormula ? '' : suggest(error, source, position)}. ${braces.text}`;
}

/** `templating` of a request concerns these documents alone. */
const SWITCHED: ReadonlySet<TemplateDocument> = new Set(['html', 'markdown']);

function findBraces(error: Error, source: string, position: Position | null) {
  const isMistake = isSyntaxError(error) || error instanceof MissingHelper || error instanceof MissingPartial;
  if (!isMistake || position === null) return null;
  // A block that is never closed is reported at the end of the text.
  const { opener } = error instanceof TemplateSyntaxError ? error : { opener: null };
  return explainBraces(source, offsetOf(source, opener ?? position));
}

function suggest(error: Error, source: string, position: Position | null): string {
  if (error instanceof MissingHelper) {
    const suggestion = suggestHelper(error.helper);
    return suggestion === null ? '' : `. Do you mean "${suggestion}"?`;
  }
  if (error instanceof MissingPartial) return describePartials(error);
  if (!isSyntaxError(error) || position === null) return '';
  const explanation = explainForeignTag(readTag(source, position));
  if (explanation !== null) return `. ${explanation}`;
  const statement = findForeignStatement(source);
  return statement === null ? '' : `. "${cut(statement, 60)}" is not Handlebars`;
}

const isSyntaxError = (error: Error): boolean =>
  error instanceof TemplateSyntaxError || officialPosition(error) !== null;

/** The official parser and compiler add the position to their errors. */
export function officialPosition(error: Error): Position | null {
  if (!('lineNumber' in error && 'column' in error)) return null;
  const { lineNumber: line, column } = error;
  return typeof line === 'number' && typeof column === 'number' ? { line, column } : null;
}

const MAX_LISTED_PARTIALS = 8;

function describePartials({ partial, known }: MissingPartial): string {
  if (partial === '@partial-block') return '. It is the block of the call: {{#> name}}…{{/name}}';
  const names = known.filter((name) => name !== '@partial-block').map((name) => `"${cut(name, 30)}"`);
  if (names.length === 0)
    return '. Save a partial with this name, or define it in the template: {{#*inline "name"}}…{{/inline}}';
  const more = names.length > MAX_LISTED_PARTIALS ? `, and ${names.length - MAX_LISTED_PARTIALS} more` : '';
  return `. Partials here: ${names.slice(0, MAX_LISTED_PARTIALS).join(', ')}${more}`;
}
