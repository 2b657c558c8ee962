import { UnreadableXml } from './unreadable-xml.ts';

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** XML 1.0, production 2: no control characters, no halves of a pair, not U+FFFE or U+FFFF. */
// oxlint-disable-next-line no-control-regex -- It finds control characters.
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/;

/** The parser charges the text. */
export const isXmlText = (text: string): boolean => !NOT_XML.test(text) && text.isWellFormed();

/** The longest reference that is read, with `&` and `;`. */
const MAX_REFERENCE = 12;

/** Replaces references: the five entities of XML, and the numbers of characters. The parser charges the text. */
export function decodeText(text: string): string {
  let at = text.indexOf('&');
  if (at === -1) return text;
  let decoded = text.slice(0, at);
  while (at !== -1) {
    const end = text.indexOf(';', at);
    const name = end === -1 || end - at > MAX_REFERENCE ? '' : text.slice(at + 1, end);
    const character = ENTITIES.get(name) ?? characterOf(name);
    if (character === null) {
      const shown = text.slice(at, at + MAX_REFERENCE);
      throw new UnreadableXml(
        `The XML has "${shown}". Only the five entities of XML and numbers of characters may follow &.`,
      );
    }
    const next = text.indexOf('&', end);
    decoded += character + text.slice(end + 1, next === -1 ? undefined : next);
    at = next;
  }
  return decoded;
}

function characterOf(reference: string): string | null {
  const [, hexadecimal, decimal] = /^#(?:x([0-9A-Fa-f]{1,6})|(\d{1,7}))$/.exec(reference) ?? [];
  if (hexadecimal === undefined && decimal === undefined) return null;
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
  if (code === 0 || code > 0x10ffff) return null;
  const character = String.fromCodePoint(code);
  return isXmlText(character) ? character : null;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

/** The writer charges what it makes of the text. */
export const escapeText = (text: string): string =>
  text.replaceAll(/[&<>"\r]/g, (one) => ESCAPES[one] ?? one);
