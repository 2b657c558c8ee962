/** A token of css-syntax-3, 4, as far as it is needed to find declarations and addresses. */
export interface CssToken {
  /** `url`: an address without quotation marks, with its brackets. */
  readonly kind: 'space' | 'comment' | 'string' | 'name' | 'function' | 'at' | 'url' | 'number' | 'other';
  readonly text: string;
  readonly start: number;
  /** After the last character. */
  readonly end: number;
  /** The decoded name of a name, a function or an at-rule, in lower case. Other tokens have no name. */
  readonly name: string;
}

/** Reads each character once. The end of the line closes a string, and the end of the text everything. */
export function* readCssTokens(css: string): Generator<CssToken> {
  for (let at = 0; at < css.length;) {
    const token = readCssToken(css, at);
    yield token;
    at = token.end;
  }
}

export const withoutComments = (css: string): string =>
  css.includes('/*')
    ? Array.from(readCssTokens(css), ({ kind, text }) => (kind === 'comment' ? '' : text)).join('')
    : css;

/** Reads the token that starts at `start`, which is before the end of the text. */
export function readCssToken(css: string, start: number): CssToken {
  const code = css.charCodeAt(start);
  const plain = (kind: CssToken['kind'], end: number): CssToken => ({
    kind,
    text: css.slice(start, end),
    start,
    end,
    name: '',
  });
  if (isSpace(code)) return plain('space', endOf(isSpace, css, start + 1));
  if (code === QUOTE || code === APOSTROPHE) return plain('string', endOfString(css, start));
  if (css.startsWith('/*', start)) return plain('comment', endOfComment(css, start + 2));
  const numberEnd = endOfNumber(css, start);
  if (numberEnd > start) return plain('number', endOfName(css, numberEnd));
  if (code === HASH) return plain('other', endOfName(css, start + 1));
  const nameStart = code === AT ? start + 1 : start;
  const nameEnd = endOfName(css, nameStart);
  if (nameEnd === nameStart) return plain('other', start + 1);
  const name = decodeCss(css.slice(nameStart, nameEnd)).toLowerCase();
  if (code === AT) return { ...plain('at', nameEnd), name };
  if (css.charCodeAt(nameEnd) !== BRACKET) return { ...plain('name', nameEnd), name };
  const isAddress = name === 'url' && !isQuote(css.charCodeAt(endOf(isSpace, css, nameEnd + 1)));
  return isAddress
    ? plain('url', endOfAddress(css, nameEnd + 1))
    : { ...plain('function', nameEnd + 1), name };
}

const QUOTE = 0x22;
const HASH = 0x23;
const APOSTROPHE = 0x27;
const BRACKET = 0x28;
const PLUS = 0x2b;
const MINUS = 0x2d;
const DOT = 0x2e;
const AT = 0x40;
const BACKSLASH = 0x5c;

const isQuote = (code: number): boolean => code === QUOTE || code === APOSTROPHE;

const isSpace = (code: number): boolean =>
  code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d || code === 0x0c;

const isLineEnd = (code: number): boolean => code === 0x0a || code === 0x0d || code === 0x0c;

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

const isHex = (code: number): boolean => isDigit(code) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66);

/** A letter, a digit, a hyphen, an underscore, or a character that is not ASCII. */
const isNameCharacter = (code: number): boolean =>
  ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) ||
  isDigit(code) ||
  code === MINUS ||
  code === 0x5f ||
  code >= 0x80;

function endOf(holds: (code: number) => boolean, css: string, from: number): number {
  let at = from;
  while (holds(css.charCodeAt(at))) at += 1;
  return at;
}

/** Returns `from` if no name is there. */
function endOfName(css: string, from: number): number {
  let at = from;
  for (;;) {
    at = endOf(isNameCharacter, css, at);
    const isEscape =
      css.charCodeAt(at) === BACKSLASH && at + 1 < css.length && !isLineEnd(css.charCodeAt(at + 1));
    if (!isEscape) return at;
    at = endOfEscape(css, at + 1);
  }
}

/** Up to six hexadecimal digits, and one space after them, or one character. @param from after the backslash */
function endOfEscape(css: string, from: number): number {
  let at = from;
  while (at < from + 6 && isHex(css.charCodeAt(at))) at += 1;
  if (css.startsWith('\r\n', at)) return at + 2;
  if (at === from) return (css.codePointAt(at) ?? 0) > 0xffff ? at + 2 : at + 1;
  return isSpace(css.charCodeAt(at)) ? at + 1 : at;
}

/** Returns `start` if no number is there. Its unit is not read. */
function endOfNumber(css: string, start: number): number {
  const code = css.charCodeAt(start);
  const digits = code === PLUS || code === MINUS ? start + 1 : start;
  const whole = endOf(isDigit, css, digits);
  const hasFraction = css.charCodeAt(whole) === DOT && isDigit(css.charCodeAt(whole + 1));
  if (hasFraction) return endOf(isDigit, css, whole + 2);
  return whole > digits ? whole : start;
}

const STRING_PART = /["'\\\n\r\f]/g;

function endOfString(css: string, start: number): number {
  const quote = css.charCodeAt(start);
  STRING_PART.lastIndex = start + 1;
  while (STRING_PART.test(css)) {
    const at = STRING_PART.lastIndex - 1;
    const code = css.charCodeAt(at);
    if (code === quote) return at + 1;
    if (isLineEnd(code)) return at;
    if (code === BACKSLASH) STRING_PART.lastIndex = endOfEscape(css, at + 1);
  }
  return css.length;
}

function endOfComment(css: string, from: number): number {
  const end = css.indexOf('*/', from);
  return end < 0 ? css.length : end + 2;
}

const ADDRESS_PART = /[)\\]/g;

function endOfAddress(css: string, from: number): number {
  ADDRESS_PART.lastIndex = from;
  while (ADDRESS_PART.test(css)) {
    const at = ADDRESS_PART.lastIndex - 1;
    if (css.charCodeAt(at) !== BACKSLASH) return at + 1;
    ADDRESS_PART.lastIndex = at + 2;
  }
  return css.length;
}

/**
 * Decodes the escapes of a name, or of a string without its quotation marks (css-syntax-3, 4.3.7). An escaped end of a line is
 * nothing.
 */
export function decodeCss(text: string): string {
  // Characters that are joined one by one are a deep tree, which costs ten times as much when it is read.
  const pieces: string[] = [];
  let from = 0;
  for (let at = text.indexOf('\\'); at >= 0 && at + 1 < text.length; at = text.indexOf('\\', from)) {
    const end = endOfEscape(text, at + 1);
    pieces.push(text.slice(from, at), toCharacter(text.slice(at + 1, end)));
    from = end;
  }
  pieces.push(text.slice(from));
  return pieces.join('');
}

function toCharacter(escaped: string): string {
  const code = escaped.charCodeAt(0);
  if (!isHex(code)) return isLineEnd(code) ? '' : escaped;
  const point = Number.parseInt(escaped, 16);
  return point > 0x10_ff_ff ? '\u{fffd}' : String.fromCodePoint(point);
}
