import type { ByteRange } from '../storage/object-store.ts';

/**
 * The bytes that a `Range` header requests. Undefined means the whole file: there is no header, or it is one that RFC
 * 9110 (14.2) lets a server ignore (another unit, several ranges, malformed). Null means that the range has no byte of
 * the file: 416.
 */
export function byteRange(header: string | undefined, sizeBytes: number): ByteRange | undefined | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? null : { offset: sizeBytes - length, length };
  }
  const offset = Number(first);
  if (last !== '' && Number(last) < offset) return undefined;
  if (offset >= sizeBytes) return null;
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  return { offset, length: end - offset + 1 };
}
