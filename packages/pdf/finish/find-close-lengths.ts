import type { PdfReader } from '../file/reader.ts';

/** Smaller objects are not worth it. */
const MIN_BYTES = 4_096;

/** Ids have more digits or fewer, in two objects that are the same. */
const ID_BYTES = 16;

/**
 * Finds large objects that could be the same, because another one is about as long. It reads nothing of the file.
 *
 * @returns their ids, in the order of the file
 */
export function findCloseLengths(document: PdfReader): number[] {
  const long: { readonly id: number; readonly offset: number; readonly bytes: number }[] = [];
  for (const [id, offset] of document.offsets.entries()) {
    if (offset === 0) continue;
    const bytes = document.locate(id).end - offset;
    if (bytes >= MIN_BYTES) long.push({ id, offset, bytes });
  }
  long.sort((one, other) => one.bytes - other.bytes);
  const isClose = (index: number, bytes: number) =>
    Math.abs((long[index]?.bytes ?? Infinity) - bytes) <= ID_BYTES;
  return long
    .filter(({ bytes }, index) => isClose(index - 1, bytes) || isClose(index + 1, bytes))
    .sort((one, other) => one.offset - other.offset)
    .map(({ id }) => id);
}
