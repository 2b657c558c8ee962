/** Finds Handlebars expressions in a text. Tolerates incomplete templates. */

export type MustacheKind = 'value' | 'open' | 'inverse' | 'close' | 'else' | 'partial' | 'comment';

export type TokenType = 'brace' | 'keyword' | 'helper' | 'path' | 'data' | 'string' | 'number' | 'key';

export interface MustacheToken {
  readonly type: TokenType;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export interface Mustache {
  readonly kind: MustacheKind;
  readonly from: number;
  readonly to: number;
  /** False while the user is still typing it. */
  readonly closed: boolean;
  readonly tokens: readonly MustacheToken[];
}

const OPENER = /\\?\{\{(?:!--|\{?~?(?:[#^/>&!]|else\b)?)/g;

/** The next part of an expression: a string, a segment in brackets or a character. Stops before braces and line ends. */
const INSIDE = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\[[^\]\n]*\]|[^}{\n"'[]|["'[]|\}(?!\})/y;

/** Expressions can span lines. This limit ends an expression that is never closed. */
const MAX_LINES = 20;

export function findMustaches(text: string): Mustache[] {
  const found: Mustache[] = [];
  OPENER.lastIndex = 0;
  for (let match = OPENER.exec(text); match; match = OPENER.exec(text)) {
    if (match[0].startsWith('\\')) continue;
    const mustache = match[0].includes('!')
      ? comment(text, match.index, match[0])
      : expression(text, match.index, match[0]);
    found.push(mustache);
    OPENER.lastIndex = mustache.to;
  }
  return found;
}

function comment(text: string, from: number, opener: string): Mustache {
  const end = /~?\}\}/g;
  const dashed = /--~?\}\}/g;
  const closer = opener.endsWith('--') ? dashed : end;
  closer.lastIndex = from + opener.length;
  const match = closer.exec(text);
  const to = match ? match.index + match[0].length : text.length;
  return { kind: 'comment', from, to, closed: match !== null, tokens: [] };
}

function expression(text: string, from: number, opener: string): Mustache {
  const bodyFrom = from + opener.length;
  let end = bodyFrom;
  for (let lines = 0; end < text.length;) {
    if (text[end] === '\n' && lines < MAX_LINES) {
      // A tag on the next line means that this expression was not closed.
      if (/^\n\s*(?:<|\{\{)/.test(text.slice(end, end + 200))) break;
      lines += 1;
      end += 1;
      continue;
    }
    INSIDE.lastIndex = end;
    const step = INSIDE.exec(text);
    if (!step) break;
    end += step[0].length;
  }
  const closer = /^\}\}\}?/.exec(text.slice(end, end + 3))?.[0] ?? '';
  const braces = opener.startsWith('{{{') ? closer : closer.slice(0, 2);
  const to = end + braces.length;
  return {
    kind: readKind(opener),
    from,
    to,
    closed: braces !== '',
    tokens: [
      ...openingTokens(opener, from),
      ...bodyTokens(text, bodyFrom, end, readKind(opener)),
      ...(braces === '' ? [] : [{ type: 'brace' as const, from: end, to, text: braces }]),
    ],
  };
}

function readKind(opener: string): MustacheKind {
  if (opener.endsWith('else')) return 'else';
  const sigils: Readonly<Record<string, MustacheKind>> = {
    '#': 'open',
    '^': 'inverse',
    '/': 'close',
    '>': 'partial',
  };
  return sigils[opener.at(-1) ?? ''] ?? 'value';
}

function openingTokens(opener: string, from: number): MustacheToken[] {
  const [braces = ''] = /^\{+~?/.exec(opener) ?? [];
  const rest = opener.slice(braces.length);
  const at = from + braces.length;
  const opening: MustacheToken = { type: 'brace', from, to: at, text: braces };
  return rest === '' ? [opening] : [opening, { type: 'keyword', from: at, to: at + rest.length, text: rest }];
}

const TOKEN =
  /(?<string>"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|(?<key>[\w$-]+)(?==)|(?<number>-?\d+(?:\.\d+)?)(?![\w$-])|(?<word>@?(?:\[[^\]]*\]|\.{1,2}\/|\.{1,2}(?![\w[])|[\w$-])(?:[\w$./-]|\[[^\]]*\])*|@)|(?<brace>[()|=~])/g;

const WORDS = new Set(['as', 'else', 'true', 'false', 'null', 'undefined']);

function bodyTokens(text: string, from: number, to: number, kind: MustacheKind): MustacheToken[] {
  const tokens: MustacheToken[] = [];
  for (const match of text.slice(from, to).matchAll(TOKEN)) {
    const start = from + match.index;
    const type = classifyToken(match.groups ?? {}, tokens.at(-1), kind);
    tokens.push({ type, from: start, to: start + match[0].length, text: match[0] });
  }
  return nameCalls(tokens, kind);
}

function classifyToken(
  { string, key, number, word }: Readonly<Record<string, string | undefined>>,
  before: MustacheToken | undefined,
  kind: MustacheKind,
): TokenType {
  if (string !== undefined) return 'string';
  if (key !== undefined) return 'key';
  if (number !== undefined) return 'number';
  if (word === undefined) return 'brace';
  if (word.startsWith('@')) return 'data';
  if (before?.text === '(') return 'helper';
  const first = before === undefined || before.text === '~';
  if (first && (kind === 'open' || kind === 'inverse' || kind === 'close' || kind === 'else'))
    return 'helper';
  return WORDS.has(word) ? 'keyword' : 'path';
}

/** `{{currency price}}` calls a helper; `{{price}}` prints a field. */
function nameCalls(tokens: readonly MustacheToken[], kind: MustacheKind): MustacheToken[] {
  const at = tokens.findIndex(({ text }) => text !== '~');
  const first = tokens[at];
  const second = tokens[at + 1];
  const calls = kind === 'value' && first?.type === 'path' && second !== undefined && second.text !== '~';
  return tokens.map((token, index) => (calls && index === at ? { ...token, type: 'helper' } : token));
}
