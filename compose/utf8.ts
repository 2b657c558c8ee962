/** A lone surrogate counts as U+FFFD, its replacement in UTF-8. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if (isPair(unit, text.charCodeAt(i + 1))) {
      bytes += 2;
      i += 1;
    } else bytes += 2;
  }
  return bytes;
}

const isPair = (first: number, second: number): boolean =>
  (first & 0xfc00) === 0xd800 && (second & 0xfc00) === 0xdc00;

/** Reads the text only if its length does not decide. */
export const exceedsUtf8Bytes = (text: string, maxBytes: number): boolean =>
  text.length * 3 > maxBytes && (text.length > maxBytes || utf8Bytes(text) > maxBytes);
