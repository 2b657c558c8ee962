import { unzipSync } from 'fflate';
import { UnreadableFileError } from '../data-table.ts';

/** The XML of a workbook with 100,000 rows of ten columns is 50 MB. */
const MAX_XML_BYTES = 150_000_000;

/** Returns a file of the archive as text, or null if there is no such file. */
export type ReadPart = (path: string) => string | null;

/**
 * Returns a function that expands one part. It refuses a part before it expands it if the declared sizes are too large. No part
 * takes more memory than it declares.
 *
 * @throws {UnreadableFileError}
 */
export function unzipWorkbook(bytes: Uint8Array): ReadPart {
  const sizes = new Map<string, number>();
  open(bytes, ({ name, originalSize }) => {
    sizes.set(name, originalSize);
    return false;
  });
  let expanded = 0;
  return (path) => {
    const size = sizes.get(path);
    if (size === undefined) return null;
    expanded += size;
    if (expanded > MAX_XML_BYTES)
      throw new UnreadableFileError('The workbook is too large when it is unpacked.');
    const part = open(bytes, ({ name }) => name === path)[path];
    return new TextDecoder().decode(part);
  };
}

function open(
  bytes: Uint8Array,
  filter: (entry: { readonly name: string; readonly originalSize: number }) => boolean,
): Readonly<Record<string, Uint8Array>> {
  try {
    return unzipSync(bytes, { filter });
  } catch {
    throw new UnreadableFileError('The workbook is damaged.');
  }
}
