const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** XML 1.0, production 2: no control characters, no halves of a pair, not U+FFFE or U+FFFF. */
// oxlint-disable-next-line no-control-regex -- They are what it looks for.
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/;

export const isXmlText = (text: string): boolean => !NOT_XML.test(text) && text.isWellFormed();

type ErrorClass = new (message: string) => Error;

/** The text with its references replaced: the five entities of XML, and characters by their number. */
export function decodeText(text: string, Unreadable: ErrorClass): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&([^;&<]{0,12});|&/g, (whole, name?: string) => {
    const decoded = name === undefined ? null : (ENTITIES.get(name) ?? characterOf(name));
    if (decoded === null) {
      throw new Unreadable(
        `The XML has the reference ${whole}. Only the five of XML and characters are allowed.`,
      );
    }
    return decoded;
  });
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

export const escapeText = (text: string): string =>
  text.replaceAll(/[&<>"\r]/g, (one) => ESCAPES[one] ?? one);
