import { type CssToken, decodeCss, readCssToken } from './css-tokens.ts';

/** A style sheet or a style attribute, without what is quoted in it. */
export interface CssText {
  /** The CSS without comments, strings and the addresses below. Escaped characters are decoded. */
  readonly rest: string;
  /** The addresses of `url(…)`. One with another form, or with an escape in its name, stays in `rest`. */
  readonly addresses: readonly string[];
}

/** Finds places where a token may begin that is quoted or escaped. Most style sheets take no more time than this search. */
const SPECIAL = /["'\\]|\/\*|url\(/gi;

/** Reads CSS once, by its tokens. */
export function readCss(css: string): CssText {
  const pieces: string[] = [];
  const addresses: string[] = [];
  let from = 0;
  for (let at = find(css, from); at < css.length; at = find(css, from)) {
    pieces.push(css.slice(from, at));
    const token = readCssToken(css, at);
    const address = readCssAddress(css, token);
    from = address?.end ?? token.end;
    if (address === null) pieces.push(plainText(token));
    else addresses.push(address.text);
  }
  pieces.push(css.slice(from));
  return { rest: pieces.join(''), addresses };
}

function find(css: string, from: number): number {
  SPECIAL.lastIndex = from;
  return SPECIAL.exec(css)?.index ?? css.length;
}

function plainText({ kind, text }: CssToken): string {
  if (kind === 'comment') return ' ';
  if (kind === 'string') return '""';
  return kind === 'url' ? 'url(' : decodeCss(text);
}

const CALL = /^url\(/i;

/** An address, without its quotation marks and escapes. */
export interface CssAddress {
  readonly text: string;
  /** After the last character. */
  readonly end: number;
}

/** Returns null if no address in `url(…)` begins with the token. */
export function readCssAddress(css: string, token: CssToken): CssAddress | null {
  const { kind, text, end } = token;
  if (!CALL.test(text)) return null;
  if (kind === 'url' && text.endsWith(')'))
    return { text: decodeCss(text.slice('url('.length, -1).trim()), end };
  if (kind !== 'function') return null;
  const quoted = readAfterSpace(css, end);
  const closing = readAfterSpace(css, quoted?.end ?? end);
  if (quoted?.kind !== 'string' || closing?.text !== ')') return null;
  return { text: decodeCss(quoted.text.slice(1, -1)), end: closing.end };
}

/** Reads the token at `from`, or the one after white space there. It is null at the end of the text. */
export function readAfterSpace(css: string, from: number): CssToken | null {
  if (from >= css.length) return null;
  const token = readCssToken(css, from);
  return token.kind === 'space' && token.end < css.length ? readCssToken(css, token.end) : token;
}
