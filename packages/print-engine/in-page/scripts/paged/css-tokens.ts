import type { CssToken } from '@platen/markup';

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
