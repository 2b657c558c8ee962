import { createHash } from 'node:crypto';

/** The content of a PDF, as a reader sees it. */
export interface Sight {
  readonly pages: number;
  /** The letters of all pages in the order of their codes: readers differ in the order of texts, and in spaces. */
  readonly letters: string;
  /** By number of the page, a hash of its pixels. `blank` if they are all the same. */
  readonly drawn: ReadonlyMap<number, string>;
  /** Errors and warnings. */
  readonly complaints: readonly string[];
}

/** Matches spaces, invisible marks, and hyphens, which PDFium leaves out at the end of a line. */
const INVISIBLE = /[\p{White_Space}\p{Cc}\p{Cf}\p{Variation_Selector}\u{2010}\u{FFFD}\u{FFFE}-]/gu;

/** Matches brackets. In text from right to left, some readers mirror them. */
const BRACKETS = /[()[\]{}<>«»]/g;

export const lettersOf = (text: string): string =>
  Array.from(text.normalize('NFKC').replaceAll(INVISIBLE, '').replaceAll(BRACKETS, '|')).toSorted().join('');

/** @param image the pixels of one page */
export function hashOfPixels(image: ArrayBufferView, bytesPerPixel: number): string {
  const pixels = Buffer.from(image.buffer, image.byteOffset, image.byteLength);
  // A page of one colour stays the same if it is moved by a pixel.
  const isBlank = pixels.subarray(bytesPerPixel).equals(pixels.subarray(0, -bytesPerPixel));
  return isBlank ? 'blank' : createHash('sha256').update(pixels).digest('hex');
}
