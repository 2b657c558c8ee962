const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

const SPACE = /[\t\n\f\r ]+/g;

/** Returns the number of bytes that a text of base64 stands for. It is null if the text is no base64. Lines and missing padding are allowed, as `atob` allows them. */
export function base64Bytes(text: string): number | null {
  const digits = /[\t\n\f\r ]/.test(text) ? text.replaceAll(SPACE, '') : text;
  if (!BASE64.test(digits)) return null;
  const padding = digits.endsWith('==') ? 2 : digits.endsWith('=') ? 1 : 0;
  if (padding > 0 && digits.length % 4 !== 0) return null;
  const count = digits.length - padding;
  return count % 4 === 1 ? null : Math.floor((count * 3) / 4);
}
