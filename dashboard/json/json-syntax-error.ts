/** White space, then punctuation, a string or another value. Source: RFC 8259. */
const TOKEN =
  // oxlint-disable-next-line no-control-regex -- a string must not contain these unescaped
  /[\t\n\r ]*(?:(?<sign>[{}[\],:])|(?<string>"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(?<other>(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])))/y;

const SPACE = /[\t\n\r ]*/y;

type Expected = 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'comma or end' | 'nothing';

/**
 * The position of the first syntax error, in UTF-16 units, or null for valid JSON. Not all browsers include
 * the position in the message of `JSON.parse`.
 */
export function findJsonSyntaxError(text: string): number | null {
  const open: string[] = [];
  let expected: Expected = 'value';
  for (let at = 0; ; at = TOKEN.lastIndex) {
    SPACE.lastIndex = at;
    SPACE.exec(text);
    const start = SPACE.lastIndex;
    if (expected === 'nothing') return start === text.length ? null : start;
    TOKEN.lastIndex = at;
    const { sign, string } = TOKEN.exec(text)?.groups ?? {};
    if (TOKEN.lastIndex === 0) return start;
    const next = after(expected, sign ?? (string === undefined ? 'other' : 'string'), open);
    if (next === null) return start;
    expected = next;
  }
}

/** Returns what may follow `token`, or null if `token` is not allowed. It updates `open`, the stack of open brackets. */
function after(expected: Expected, token: string, open: string[]): Expected | null {
  if (expected === 'colon') return token === ':' ? 'value' : null;
  const closes = token === (open.at(-1) === '{' ? '}' : ']') && open.length > 0;
  if (closes && expected.endsWith('or end')) {
    open.pop();
    return afterValue(open);
  }
  if (expected === 'comma or end') {
    if (token !== ',') return null;
    return open.at(-1) === '{' ? 'name' : 'value';
  }
  if (expected.startsWith('name')) return token === 'string' ? 'colon' : null;
  if (token === 'string' || token === 'other') return afterValue(open);
  if (token !== '{' && token !== '[') return null;
  open.push(token);
  return token === '{' ? 'name or end' : 'value or end';
}

const afterValue = (open: readonly string[]): Expected => (open.length === 0 ? 'nothing' : 'comma or end');
