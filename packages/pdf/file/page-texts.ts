import type { Meter } from '@platen/meter';
import { multiply } from './matrix.ts';
import { PaintedTexts, readFontSize, readPlace } from './painted-text.ts';
import { followPages, paintingMeter } from './painter.ts';
import type { PdfObject, PdfReader } from './reader.ts';
import { isTransparent } from './resources.ts';

/** A run of glyphs on one line: most often a line of a paragraph or of a cell. */
export interface PageText {
  /** From 1. */
  readonly page: number;
  readonly text: string;
  /** The angle of its line in degrees. */
  readonly turn: number;
  /** The place of its first glyph in points, along the line and up from it: from the left and the bottom of a page that is turned as the text is. */
  readonly x: number;
  readonly y: number;
  /** The height of its letters in points: the size of the font. */
  readonly size: number;
}

/** In memory, beside its characters. */
const BYTES_PER_TEXT = 100;

/** A state is an object of its own. */
const STATE_WORK = 1_000;

/**
 * Reads the texts that the pages of a PDF by Chromium show, in the order in which they are painted. A transparent text is not shown. Texts of a stream that is too long, or damaged, are
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
  const hidden = new Map<string, Promise<boolean>>();
  const isHidden = (owner: PdfObject, state: string): Promise<boolean> => {
    if (state === '') return Promise.resolve(false);
    const key = `${owner.id}/${state}`;
    const known = hidden.get(key);
    if (known !== undefined) return known;
    own.charge(STATE_WORK + owner.text.length);
    const found = isTransparent(reader, owner, state);
    hidden.set(key, found);
    return found;
  };
  await followPages(
    reader,
    (page) => ({
      text: async (block, owner, { matrix, graphics }) => {
        if (await isHidden(owner, graphics)) return;
        const text = await painted.read(block, owner);
        if (text === '') return;
        const place = multiply(readPlace(block), matrix);
        const [a, b, c, d, x, y] = place;
        const length = Math.hypot(a, b) || 1;
        const [right, up] = [a / length, b / length];
        const bytes = BYTES_PER_TEXT + 2 * text.length;
        own.hold(bytes);
        heldBytes += bytes;
        texts.push({
          page,
          text,
          turn: Math.round((Math.atan2(up, right) * 180) / Math.PI),
          x: x * right + y * up,
          y: y * right - x * up,
          size: readFontSize(block) * Math.hypot(c, d),
        });
      },
    }),
    own,
  );
  return { texts, heldBytes };
}
