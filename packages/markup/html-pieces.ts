/** A piece of HTML between two others. What lies between pieces is text of the document. */
export type Piece = Tag | OtherPiece;

interface OtherPiece extends Span, Named {
  readonly kind: 'end-tag' | 'text' | 'other';
}

interface Span {
  readonly start: number;
  /** After the last character. */
  readonly end: number;
}

interface Named {
  /** In lower case: the name of the tag, or of the element that has the text. Comments have none. */
  readonly name: string;
}

/** A start tag, with its attributes in lower case. Character references in values are not decoded. */
export interface Tag extends Span, Named {
  readonly kind: 'tag';
  readonly attributes: ReadonlyMap<string, string>;
}

/** Of all tags without attributes. Most tags have none. */
const NO_ATTRIBUTES = new Map<string, string>();

/** ASCII whitespace, as the HTML standard defines it. */
const isSpace = (code: number): boolean =>
  code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d || code === 0x0c;

const SLASH = 0x2f;
const GREATER = 0x3e;
const EQUALS = 0x3d;
const QUOTES = new Set([0x22, 0x27]);

const isLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;

/** The contents of these are text up to their end tag. */
const TEXT_ELEMENTS = new Set([
  'script',
  'style',
  'title',
  'textarea',
  'xmp',
  'noembed',
  'noframes',
  'noscript',
]);

/**
 * Reads the tags of HTML, the texts of elements that have no markup, and comments, as a browser would (HTML standard, 13.2.5).
 * It reads each character once and builds no tree. `other` are comments, document types and processing instructions.
 */
export function* readPieces(html: string): Generator<Piece> {
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    const next = html.charCodeAt(at + 1);
    const isEnd = next === SLASH && isLetter(html.charCodeAt(at + 2));
    if (!isEnd && !isLetter(next)) {
      const end = endOfOther(html, at, next);
      if (end > at + 1) yield { kind: 'other', name: '', start: at, end };
      at = end;
      continue;
    }
    const tag = readTag(html, at, isEnd);
    // A tag that does not end makes no element.
    if (tag === null) return;
    yield tag;
    at = tag.end;
    const { name } = tag;
    if (isEnd || !(TEXT_ELEMENTS.has(name) || name === 'plaintext')) continue;
    const end = name === 'plaintext' ? html.length : findEndTag(html, at, name);
    yield { kind: 'text', name, start: at, end };
    at = end;
  }
}

/** Returns the position after a comment or a document type, or after a `<` that is text. */
function endOfOther(html: string, at: number, next: number): number {
  if (html.startsWith('<!--', at)) return endOfComment(html, at + 4);
  const isComment = next === SLASH || next === 0x21 || next === 0x3f;
  if (!isComment) return at + 1;
  const end = html.indexOf('>', at);
  return end < 0 ? html.length : end + 1;
}

const COMMENT_END = /--!?>/g;

function endOfComment(html: string, at: number): number {
  if (html.startsWith('>', at)) return at + 1;
  if (html.startsWith('->', at)) return at + 2;
  COMMENT_END.lastIndex = at;
  return COMMENT_END.test(html) ? COMMENT_END.lastIndex : html.length;
}

/** Returns null for a tag that does not end. @param start of its `<` */
function readTag(html: string, start: number, isEnd: boolean): Piece | null {
  const nameStart = start + (isEnd ? 2 : 1);
  let position = nameStart;
  while (!endsName(html.charCodeAt(position))) position += 1;
  const name = html.slice(nameStart, position).toLowerCase();
  const attributes = html.charCodeAt(position) === GREATER ? NO_ATTRIBUTES : new Map<string, string>();
  const end = readAttributes(html, position, attributes);
  if (end === null) return null;
  return isEnd ? { kind: 'end-tag', name, start, end } : { kind: 'tag', name, attributes, start, end };
}

/** Returns the position after the `>`. It is null if there is none. */
function readAttributes(html: string, from: number, attributes: Map<string, string>): number | null {
  let position = from;
  for (;;) {
    while (isSpace(html.charCodeAt(position)) || html.charCodeAt(position) === SLASH) position += 1;
    if (position >= html.length) return null;
    if (html.charCodeAt(position) === GREATER) return position + 1;
    const start = position;
    // An equals sign can be the first character of a name.
    position += 1;
    while (!endsName(html.charCodeAt(position)) && html.charCodeAt(position) !== EQUALS) position += 1;
    const attribute = html.slice(start, position).toLowerCase();
    const value = readValue(html, position);
    if (value === null) return null;
    position = value.end;
    if (!attributes.has(attribute)) attributes.set(attribute, value.text);
  }
}

const endsName = (code: number): boolean =>
  isSpace(code) || code === SLASH || code === GREATER || Number.isNaN(code);

function skipSpace(html: string, from: number): number {
  let at = from;
  while (isSpace(html.charCodeAt(at))) at += 1;
  return at;
}

/** Returns null for a value that does not end. @param from after the name of the attribute */
function readValue(html: string, from: number): { readonly text: string; readonly end: number } | null {
  const equals = skipSpace(html, from);
  if (html.charCodeAt(equals) !== EQUALS) return { text: '', end: from };
  const start = skipSpace(html, equals + 1);
  if (QUOTES.has(html.charCodeAt(start))) {
    const end = html.indexOf(html.charAt(start), start + 1);
    return end < 0 ? null : { text: html.slice(start + 1, end), end: end + 1 };
  }
  let end = start;
  for (let code = html.charCodeAt(end); !isSpace(code) && code !== GREATER && !Number.isNaN(code);) {
    end += 1;
    code = html.charCodeAt(end);
  }
  return { text: html.slice(start, end), end };
}

/** Returns where the end tag begins, or the length of the HTML. */
function findEndTag(html: string, from: number, name: string): number {
  for (let at = html.indexOf('</', from); at >= 0; at = html.indexOf('</', at + 2)) {
    const end = at + 2 + name.length;
    if (end < html.length && endsName(html.charCodeAt(end)) && html.slice(at + 2, end).toLowerCase() === name)
      return at;
  }
  return html.length;
}
