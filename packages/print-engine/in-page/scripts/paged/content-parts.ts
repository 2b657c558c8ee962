/** A function of `content`, or the text between two functions. */
export type ContentPart = string | ContentFunction;

export interface ContentFunction {
  readonly name: string;
  /** The arguments between top-level commas, without spaces around them. */
  readonly parameters: readonly string[];
  readonly text: string;
}

/** Chromium closes each string. */
const TOKEN = /"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|\\[^]|[(),]/g;

/** Splits a value as Chromium writes it. Nested functions stay in the arguments. */
export function splitContent(value: string): ContentPart[] {
  const parts: ContentPart[] = [];
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
      if (start > textStart) parts.push(value.slice(textStart, start));
      textStart = index + 1;
      const text = value.slice(start, textStart);
      parts.push({ name: text.slice(0, text.indexOf('(')).toLowerCase(), parameters, text });
    }
  }
  if (textStart < value.length) parts.push(value.slice(textStart));
  return parts;
}

function findNameStart(value: string, end: number): number {
  let start = end;
  while (start > 0 && /[-\w]/.test(value.charAt(start - 1))) start -= 1;
  return start;
}

/** Returns the text of a CSS string, or null if the value is not a string. */
export function readCssString(value: string): string | null {
  const [, double, single] = /^(?:"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)')$/.exec(value) ?? [];
  const text = double ?? single;
  return text === undefined ? null : text.replaceAll(ESCAPE, decodeEscape);
}

const ESCAPE = /\\(?:([\da-f]{1,6})\s?|\n|([^]))/gi;

function decodeEscape(_: string, code: string | undefined, character = ''): string {
  if (code === undefined) return character;
  const point = Number.parseInt(code, 16);
  return point > 0x10_ff_ff ? '\u{fffd}' : String.fromCodePoint(point);
}
