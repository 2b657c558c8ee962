/** One character for each byte, so that places in the text are places in the file. */
export const latin1 = new TextDecoder('latin1');

/** The label "latin1" means Windows-1252 (Encoding Standard, 4.2), which decodes the bytes from 128 to 159 to other characters. */
const HIGH_BYTES = new Map(
  Array.from({ length: 32 }, (_, index) => [latin1.decode(new Uint8Array([128 + index])), 128 + index]),
);

/** Returns the byte that `latin1` has decoded to the character. */
export function byteOf(character: string): number {
  const code = character.charCodeAt(0);
  return code < 128 ? code : (HIGH_BYTES.get(character) ?? code);
}

/** The bytes of such texts, and others, in one piece. `Uint8Array.from` takes ten times as long. */
export function joinLatin1(parts: readonly (string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let filled = 0;
  for (const part of parts) {
    if (typeof part === 'string')
      for (let at = 0; at < part.length; at += 1) bytes[filled + at] = part.charCodeAt(at);
    else bytes.set(part, filled);
    filled += part.length;
  }
  return bytes;
}

export const latin1Bytes = (text: string): Uint8Array<ArrayBuffer> => joinLatin1([text]);

const utf16 = new TextDecoder('utf-16le');

/** A text of these characters. `String.fromCharCode` takes a hundred times as long. */
export const fromCodes = (codes: Uint16Array): string => utf16.decode(codes);

/** One character for each byte, also from 128 to 159. */
export const toCharacters = (bytes: Uint8Array): string =>
  bytes.some((byte) => byte >= 128 && byte < 160) ? fromCodes(new Uint16Array(bytes)) : latin1.decode(bytes);
