import type { Meter } from '@platen/meter';
import { multiply } from './matrix.ts';
import { PaintedTexts, readFontSize, readPlace } from './painted-text.ts';
import { followPages, paintingMeter } from './painter.ts';
import type { PdfReader } from './reader.ts';

/** A run of glyphs on one line: most often a line of a paragraph or of a cell. */
export interface PageText {
  /** From 1. */
  readonly page: number;
  readonly text: string;
  /** The place of its first glyph, in points from the left and the bottom of the page. */
  readonly x: number;
  readonly y: number;
  /** The height of its letters in points: the size of the font. */
  readonly size: number;
}

/** In memory, beside its characters. */
const BYTES_PER_TEXT = 100;

/**
 * Reads the texts that the pages of a PDF by Chromium show, in the order in which they are painted. Texts of a stream that is too long, or damaged, are
 * left out.
 * @param meter holds the texts; release `heldBytes`
 * @throws {WorkLimitExceeded | MemoryLimitExceeded}
 */
export async function readPageTexts(
  reader: PdfReader,
  meter: Meter,
): Promise<{ readonly texts: PageText[]; readonly heldBytes: number }> {
  const own = paintingMeter(reader, meter);
  const painted = new PaintedTexts(reader, own);
  const texts: PageText[] = [];
  let heldBytes = 0;
  await followPages(
    reader,
    (page) => ({
      text: async (block, owner, { matrix }) => {
        const text = await painted.read(block, owner);
        if (text === '') return;
        const place = multiply(readPlace(block), matrix);
        const [, , c, d, x, y] = place;
        const bytes = BYTES_PER_TEXT + 2 * text.length;
        own.hold(bytes);
        heldBytes += bytes;
        texts.push({ page, text, x, y, size: readFontSize(block) * Math.hypot(c, d) });
      },
    }),
    own,
  );
  return { texts, heldBytes };
}
