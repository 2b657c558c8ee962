import { decodeCss, withoutComments } from '@platen/markup';

/** A function of `content`, or the text between two functions. */
export type ContentItem = string | ContentFunction;

export interface ContentFunction {
  readonly name: string;
  /** The arguments between top-level commas, without spaces around them. */
  readonly parameters: readonly string[];
  readonly text: string;
}

/** The pattern of a string. Chromium closes each one. */
export const CSS_STRING = String.raw`"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'`;

/** The work is bounded: a text has at most one string without an end, and a mark after a backslash begins none. */
const TOKEN = new RegExp(String.raw`${CSS_STRING}|\\[^]|[(),]`, 'g');

/** Splits a value as Chromium writes it. Nested functions stay in the arguments. */
export function splitContent(content: string): ContentItem[] {
  // A value with an `attr()` has the comments of its style sheet.
  const value = withoutComments(content);
  const items: ContentItem[] = [];
  let [depth, textStart, start, parameterStart] = [0, 0, 0, 0];
  let parameters: string[] = [];
  const endParameter = (at: number) => parameters.push(value.slice(parameterStart, at).trim());
  for (const { 0: token, index } of value.matchAll(TOKEN)) {
    if (token === '(') {
      depth += 1;
      if (depth > 1) continue;
      [start, parameterStart, parameters] = [findNameStart(value, index), index + 1, []];
    } else if (token === ',' && depth === 1) {
      endParameter(index);
      parameterStart = index + 1;
    } else if (token === ')' && depth > 0) {
      depth -= 1;
      if (depth > 0) continue;
      endParameter(index);
      if (start > textStart) items.push(value.slice(textStart, start));
      textStart = index + 1;
      const text = value.slice(start, textStart);
      items.push({ name: text.slice(0, text.indexOf('(')).toLowerCase(), parameters, text });
    }
  }
  if (textStart < value.length) items.push(value.slice(textStart));
  return items;
}

function findNameStart(value: string, end: number): number {
  let start = end;
  while (start > 0 && /[-\w]/.test(value.charAt(start - 1))) start -= 1;
  return start;
}

const WHOLE_STRING = new RegExp(`^(?:${CSS_STRING})$`);

/** Returns the text of a CSS string, or null if the value is not a string. */
export const readCssString = (value: string): string | null =>
  WHOLE_STRING.test(value) ? decodeString(value) : null;

/** Returns the texts of the strings in a list. */
export const readCssStrings = (list: string): string[] =>
  (list.match(TOKEN) ?? []).filter((token) => /^["']/.test(token)).map(decodeString);

const decodeString = (text: string): string => decodeCss(text.slice(1, -1));
