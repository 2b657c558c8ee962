import { decodeEscape } from '../../css-escape.ts';

/** A token of css-syntax-3, 4, as far as it is needed to find declarations. */
export interface CssToken {
  readonly kind: 'space' | 'comment' | 'string' | 'name' | 'function' | 'at' | 'other';
  readonly text: string;
  readonly start: number;
  /** After the last character. */
  readonly end: number;
  /** The decoded name of a name, a function or an at-rule, in lower case. Other tokens have no name. */
  readonly name: string;
}

const NAME = String.raw`(?:[-\w\u{80}-\u{10ffff}]|\\[^\n\r\f])+`;

/** An address without quotation marks is one token. The end of the line closes a string, and the end of the text a comment. */
const TOKEN = new RegExp(
  [
    String.raw`(?<space>\s+)`,
    String.raw`(?<comment>\/\*[^]*?(?:\*\/|$))`,
    String.raw`(?<string>"(?:[^"\\\n\r\f]|\\[^])*"?|'(?:[^'\\\n\r\f]|\\[^])*'?)`,
    String.raw`(?:url\((?!\s*["'])(?:[^)\\]|\\[^])*\)?)`,
    String.raw`@(?<at>${NAME})`,
    String.raw`(?:(?:#|[-+]?(?:\d|\.\d))(?:${NAME})?)`,
    String.raw`(?<function>${NAME})\(`,
    String.raw`(?<name>${NAME})`,
    String.raw`[^]`,
  ].join('|'),
  'giu',
);

export function* readTokens(css: string): Generator<CssToken> {
  for (const { 0: text, index: start, groups = {} } of css.matchAll(TOKEN)) {
    const token = { text, start, end: start + text.length, name: '' };
    const named = (['name', 'function', 'at'] as const).find((kind) => groups[kind] !== undefined);
    const plain = (['space', 'comment', 'string'] as const).find((kind) => groups[kind] !== undefined);
    if (named !== undefined) yield { ...token, kind: named, name: decode(groups[named] ?? '').toLowerCase() };
    else yield { ...token, kind: plain ?? 'other' };
  }
}

/** Decodes the escapes of a name, or of a string without its quotation marks. An escaped end of a line is nothing. */
export const decode = (text: string): string =>
  text.replaceAll(/\\(?:([\da-f]{1,6})\s?|\n|([^]))/gi, (_, code?: string, character?: string) =>
    decodeEscape(code, character),
  );

export const isGap = ({ kind }: CssToken): boolean => kind === 'space' || kind === 'comment';

export const isColon = (token: CssToken | undefined): boolean => token?.text === ':';

export const hasFunction = (tokens: readonly CssToken[], name: string): boolean =>
  tokens.some((token) => token.kind === 'function' && token.name === name);

export const isAtRule = ([first]: readonly CssToken[], name: string): boolean =>
  first?.kind === 'at' && first.name === name;

/** Removes spaces and comments at both ends. */
export const trim = (tokens: readonly CssToken[]): readonly CssToken[] => {
  const first = tokens.findIndex((token) => !isGap(token));
  return first < 0 ? [] : tokens.slice(first, tokens.findLastIndex((token) => !isGap(token)) + 1);
};

/** Removes `!important` at the end of a value. */
export function withoutImportant(value: readonly CssToken[]): readonly CssToken[] {
  const mark = value.findLastIndex(({ text }) => text === '!');
  return mark >= 0 && value.at(-1)?.name === 'important' ? trim(value.slice(0, mark)) : value;
}

/** Returns the text without comments, and with one space for several. */
export const toText = (tokens: readonly CssToken[]): string =>
  tokens
    .filter(({ kind }) => kind !== 'comment')
    .map(({ kind, text }) => (kind === 'space' ? ' ' : text))
    .join('');

export const withoutComments = (css: string): string =>
  css.includes('/*') ? toText([...readTokens(css)]) : css;
