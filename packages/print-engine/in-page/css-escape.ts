/** Decodes an escape of CSS (css-syntax-3, 4.3.7): a code point in hexadecimal digits, or a character that stands for itself. */
export function decodeEscape(code: string | undefined, character = ''): string {
  if (code === undefined) return character;
  const point = Number.parseInt(code, 16);
  return point > 0x10_ff_ff ? '\u{fffd}' : String.fromCodePoint(point);
}
