/** XML 1.0, production 2: no control characters, no halves of a pair, not U+FFFE or U+FFFF. */
// oxlint-disable-next-line no-control-regex -- It finds control characters.
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/;

/** The parser charges the text. */
export const isXmlText = (text: string): boolean => !NOT_XML.test(text) && text.isWellFormed();

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

/** Space, tab, line feed, carriage return. XML and XPath have no other white space. */
const SPACES: ReadonlySet<number> = new Set([32, 9, 10, 13]);

/** Returns the text without the white space of XML around it. The checker charges the text. `trim` also drops a no-break space, which is text in XML. */
export function trimXml(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && SPACES.has(text.charCodeAt(start))) start += 1;
  while (end > start && SPACES.has(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
