import { byteOf } from '../file/latin1.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Returns whether a name is UTF-8. @param name decoded by `latin1`; any byte may be written as `#xx` (ISO 32000-1, 7.3.5) */
export function isUtf8Name(name: string): boolean {
  if (/^[\x20-\x22\x24-\x7e]*$/.test(name)) return true;
  const bytes = name.replaceAll(/#([\da-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  try {
    utf8.decode(Uint8Array.from(bytes, byteOf));
    return true;
  } catch {
    return false;
  }
}
