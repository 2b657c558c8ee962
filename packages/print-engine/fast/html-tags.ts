/** A start tag, with its attributes in lower case. Character references in values are not decoded. */
export interface StartTag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

export interface HtmlReader {
  onTag(tag: StartTag): void;
  /** The text of a `<style>`. */
  onStyle(text: string): void;
}

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

/** What the HTML standard calls ASCII whitespace. */
const isSpace = (code: number): boolean =>
  code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d || code === 0x0c;

const SLASH = 0x2f;
const GREATER = 0x3e;
const EQUALS = 0x3d;
const QUOTES = new Set([0x22, 0x27]);

const isLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;

/** The contents of these are text up to their end tag. */
const TEXT_ELEMENTS = new Set(['style', 'title', 'textarea', 'xmp', 'noembed', 'noframes', 'noscript']);

/** In these, the contents of the elements above are markup, and there are CDATA sections. */
const FOREIGN_ELEMENTS = new Set(['svg', 'math']);

/**
 * Reads the start tags and the style sheets of HTML as a browser would, in one pass (HTML standard, 13.2.5). It ends at a
 * `<script>`. It returns false where tags depend on the tree that a browser builds, because it builds no tree.
 */
export function readTags(html: string, reader: HtmlReader): boolean {
  let isForeign = false;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    const next = html.charCodeAt(at + 1);
    if (!isLetter(next)) {
      if (isForeign && html.startsWith('<![CDATA[', at)) return false;
      at = skipOther(html, at, next);
      continue;
    }
    const tag = readTag(html, at + 1);
    if (tag === null) return true;
    at = tag.end;
    reader.onTag(tag);
    const { name } = tag;
    if (name === 'script') return true;
    isForeign ||= FOREIGN_ELEMENTS.has(name);
    if (name === 'plaintext') return !isForeign;
    if (!TEXT_ELEMENTS.has(name)) continue;
    const end = findEndTag(html, at, name);
    const text = html.slice(at, end);
    if (isForeign && (name === 'style' ? /[<&]/ : /</).test(text)) return false;
    if (name === 'style') reader.onStyle(text);
    at = end;
  }
  return true;
}

/** Returns the position after a comment, an end tag, a document type, or a `<` that is text. */
function skipOther(html: string, at: number, next: number): number {
  if (html.startsWith('<!--', at)) return skipComment(html, at + 4);
  if (next === SLASH && isLetter(html.charCodeAt(at + 2))) return readTag(html, at + 2)?.end ?? html.length;
  const isComment = next === SLASH || next === 0x21 || next === 0x3f;
  return isComment ? after(html, '>', at) : at + 1;
}

const COMMENT_END = /--!?>/g;

function skipComment(html: string, at: number): number {
  if (html.startsWith('>', at)) return at + 1;
  if (html.startsWith('->', at)) return at + 2;
  COMMENT_END.lastIndex = at;
  return COMMENT_END.test(html) ? COMMENT_END.lastIndex : html.length;
}

function after(html: string, end: string, from: number): number {
  const at = html.indexOf(end, from);
  return at < 0 ? html.length : at + end.length;
}

interface ReadTag extends StartTag {
  /** After its `>`. */
  readonly end: number;
}

/** Returns null for a tag that does not end, because it makes no element. @param at the position of its name */
function readTag(html: string, at: number): ReadTag | null {
  let position = at;
  while (!endsName(html.charCodeAt(position))) position += 1;
  const name = html.slice(at, position).toLowerCase();
  if (html.charCodeAt(position) === GREATER) return { name, attributes: NO_ATTRIBUTES, end: position + 1 };
  const attributes = new Map<string, string>();
  for (;;) {
    while (isSpace(html.charCodeAt(position)) || html.charCodeAt(position) === SLASH) position += 1;
    if (position >= html.length) return null;
    if (html.charCodeAt(position) === GREATER) return { name, attributes, end: position + 1 };
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
