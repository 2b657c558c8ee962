/** White space, then punctuation, the beginning of a string or another value. Source: RFC 8259. */
const TOKEN =
  /[\t\n\r ]*(?:(?<sign>[{}[\],:])|(?<quote>")|(?<other>(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])))/y;

const SPACE = /[\t\n\r ]*/y;

const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

/** The names of what may come next are the words of the message. */
const EXPECTED = {
  value: 'a value',
  'value or end': 'a value or "]"',
  name: 'a name in double quotes',
  'name or end': 'a name in double quotes or "}"',
  colon: '":"',
  'comma or end of an object': '"," or "}"',
  'comma or end of an array': '"," or "]"',
  nothing: 'the end',
} as const;

type Expected = keyof typeof EXPECTED;

export interface JsonSyntaxError {
  /** In UTF-16 units. */
  readonly at: number;
  /** The end of the message: `"," or "}" is expected`. */
  readonly problem: string;
}

/** Finds the first syntax error. Returns null for valid JSON. The messages of `JSON.parse` differ between engines. */
export function findJsonSyntaxError(text: string): JsonSyntaxError | null {
  const open: string[] = [];
  let expected: Expected = 'value';
  for (let at = 0; ;) {
    SPACE.lastIndex = at;
    SPACE.exec(text);
    const start = SPACE.lastIndex;
    const error = { at: start, problem: `${EXPECTED[expected]} is expected` };
    if (expected === 'nothing') return start === text.length ? null : error;
    TOKEN.lastIndex = start;
    const { sign, quote, other } = TOKEN.exec(text)?.groups ?? {};
    const token = sign ?? quote ?? other;
    const next: Expected | null =
      token === undefined ? null : after(expected, sign ?? quote ?? 'other', open);
    if (next === null) return error;
    const end = quote === undefined ? TOKEN.lastIndex : findEndOfString(text, start);
    if (typeof end !== 'number') return end;
    at = end;
    expected = next;
  }
}

/** Returns the position after the string that begins at `start`. */
function findEndOfString(text: string, start: number): number | JsonSyntaxError {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code < 0x20) {
      const written = `\\u${code.toString(16).padStart(4, '0')}`;
      return {
        at,
        problem: `this character must be written as ${SHORT_ESCAPES.get(code) ?? written} in a string`,
      };
    }
    if (code !== 0x5c) continue;
    ESCAPE.lastIndex = at;
    if (!ESCAPE.test(text))
      return { at, problem: 'after "\\" in a string, one of " \\ / b f n r t u is expected' };
    at = ESCAPE.lastIndex - 1;
  }
  return { at: start, problem: "the string that begins here has no end: '\"' is expected" };
}

const SHORT_ESCAPES: ReadonlyMap<number, string> = new Map([
  [0x09, '\\t'],
  [0x0a, '\\n'],
  [0x0d, '\\r'],
]);

/** Returns what may follow `token`, or null if `token` is not allowed. It updates `open`, the stack of open brackets. */
function after(expected: Expected, token: string, open: string[]): Expected | null {
  if (expected === 'colon') return token === ':' ? 'value' : null;
  const closes = token === (open.at(-1) === '{' ? '}' : ']') && open.length > 0;
  if (closes && expected.includes('or end')) {
    open.pop();
    return afterValue(open);
  }
  if (expected.startsWith('comma')) {
    if (token !== ',') return null;
    return open.at(-1) === '{' ? 'name' : 'value';
  }
  if (expected.startsWith('name')) return token === '"' ? 'colon' : null;
  if (token === '"' || token === 'other') return afterValue(open);
  if (token !== '{' && token !== '[') return null;
  open.push(token);
  return token === '{' ? 'name or end' : 'value or end';
}

function afterValue(open: readonly string[]): Expected {
  if (open.length === 0) return 'nothing';
  return open.at(-1) === '{' ? 'comma or end of an object' : 'comma or end of an array';
}

/** Says where text that is not JSON has its first error, and what is expected there: `line 3, column 14: "," or "}" is expected`. */
export function describeJsonError(text: string): string {
  const { at, problem } = findJsonSyntaxError(text) ?? { at: 0, problem: 'JSON is expected' };
  const { line, column } = placeOf(text, at);
  return `line ${line}, column ${column}: ${problem}${at >= text.length ? ', and the text ends' : ''}`;
}

export function placeOf(text: string, at: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1 && end < at; end = text.indexOf('\n', start)) {
    line += 1;
    start = end + 1;
  }
  return { line, column: at - start + 1 };
}
