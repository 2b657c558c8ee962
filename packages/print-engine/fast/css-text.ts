import { decodeEscape } from '../in-page/css-escape.ts';

/** What a style sheet or a style attribute can load and do. */
export interface CssText {
  /** The CSS without comments, strings and the addresses below. Escaped characters are decoded. */
  readonly rest: string;
  /** How many fonts are in the text itself, as `data:` addresses. */
  readonly ownFonts: number;
  /** The number of characters of these fonts. */
  readonly ownCharacters: number;
}

const SPECIAL = /["'\\]|\/\*|url\(/gi;
const STRING_PART = /["'\\\n\r\f]/g;
const ESCAPE = /\\(?:([\da-f]{1,6})[ \t\n\f\r]?|([\s\S]))/iy;
const OWN_FONT = /^data:(?:font|application)\/[\w.+-]+;[\w=;-]*base64,/i;

/** Reads CSS in one pass, token by token (css-syntax-3, 4.3). An address that is neither such a font nor a fragment stays in `rest`. */
export function readCss(css: string): CssText {
  const pieces: string[] = [];
  let [from, ownFonts, ownCharacters] = [0, 0, 0];
  const next = (pattern: RegExp, at: number): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(css);
  };
  for (let found = next(SPECIAL, 0); found; found = next(SPECIAL, from)) {
    const [token] = found;
    pieces.push(css.slice(from, found.index));
    const start = found.index + token.length;
    if (token === '/*') {
      const end = css.indexOf('*/', start);
      from = end < 0 ? css.length : end + 2;
      pieces.push(' ');
    } else if (token === '\\') {
      const escape = next(ESCAPE, found.index);
      if (escape) pieces.push(decodeEscape(escape[1], escape[2]));
      from = found.index + (escape?.[0].length ?? 1);
    } else if (token.length === 1) {
      from = skipString(css, start, token);
      pieces.push('""');
    } else {
      const address = readAddress(css, start);
      from = address?.end ?? found.index;
      // The next address would search for the same end again, which would take long.
      if (address === null) break;
      const isOwnFont = OWN_FONT.test(address.text.slice(0, 100));
      if (isOwnFont) ownFonts += 1;
      if (isOwnFont) ownCharacters += address.text.length;
      if (!isOwnFont && !address.text.startsWith('#')) pieces.push(token);
    }
  }
  pieces.push(css.slice(from));
  return { rest: pieces.join(''), ownFonts, ownCharacters };
}

/** A string without its end is closed by the line. */
function skipString(css: string, from: number, quote: string): number {
  STRING_PART.lastIndex = from;
  for (let part = STRING_PART.exec(css); part; part = STRING_PART.exec(css)) {
    const [character] = part;
    if (character === '\\') STRING_PART.lastIndex += 1;
    else if (character === quote || !/["']/.test(character)) return STRING_PART.lastIndex;
  }
  return css.length;
}

/** Returns null if the address has an escape or does not end as most do. @param from after `url(` */
function readAddress(css: string, from: number): { readonly text: string; readonly end: number } | null {
  let start = from;
  while (/\s/.test(css.charAt(start))) start += 1;
  const quote = css.charAt(start);
  const isQuoted = quote === '"' || quote === "'";
  const begin = isQuoted ? start + 1 : start;
  const end = css.indexOf(isQuoted ? quote : ')', begin);
  if (end < 0) return null;
  const text = css.slice(begin, end);
  let after = isQuoted ? end + 1 : end;
  while (/\s/.test(css.charAt(after))) after += 1;
  const isWhole = css.charAt(after) === ')' && !/[\\\n\r\f]/.test(text);
  return isWhole ? { text, end: after + 1 } : null;
}
