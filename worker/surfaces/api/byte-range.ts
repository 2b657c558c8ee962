import type { ByteRange } from '../../adapters/r2/object-store.ts';

/** Returns undefined to send the whole file, as RFC 9110 (14.2) allows for a malformed or multiple range, and null to answer 416. */
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
