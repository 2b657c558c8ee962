import type { Meter } from '@platen/meter';
import { type Box, intersect, multiply } from './matrix.ts';
import { followPages, paintingMeter, type Painting, type State } from './painter.ts';
import { PaintedTexts, readPlace } from './painted-text.ts';
import type { PdfReader } from './reader.ts';

/** A rectangle that is filled with a colour. */
export interface PaintedBox {
  /** From 1. */
  readonly page: number;
  /** Red, green and blue, as Skia writes them: `.482 .1 .003`. */
  readonly colour: string;
  /** How much of it is visible. 1 is all of it. */
  readonly share: number;
  /** The first text that is painted in the rectangle after it. It is empty if there is none, or if its glyphs have no texts. */
  text: string;
}

/**
 * Reads the rectangles in the content of a PDF by Chromium, in the order in which they are painted. A rectangle that is cut off is left out. A stream
 * that is too long, or damaged, is left out too.
 * @param isWanted whether rectangles of a colour are wanted
 * @throws {WorkLimitExceeded | MemoryLimitExceeded} forms in forms paint each other too often
 */
export async function readPaintedBoxes(
  reader: PdfReader,
  isWanted: (colour: string) => boolean,
  meter: Meter,
): Promise<PaintedBox[]> {
  const own = paintingMeter(reader, meter);
  const found: PaintedBox[] = [];
  const texts = new PaintedTexts(reader, own);
  const onPage = (page: number): Painting =>
    collectBoxes(texts, (colour, share) => {
      if (!isWanted(colour)) return null;
      const box = { page, colour, share, text: '' };
      found.push(box);
      return box;
    });
  await followPages(reader, onPage, own);
  return found;
}

/** @param onFill returns the box if it is wanted */
function collectBoxes(
  texts: PaintedTexts,
  onFill: (colour: string, share: number) => PaintedBox | null,
): Painting {
  /** The wanted boxes after which no text was painted yet. */
  let waiting: { readonly painted: PaintedBox; readonly box: Box }[] = [];
  const readText: Painting['text'] = async (block, owner, { matrix }) => {
    const [, , , , x, y] = multiply(readPlace(block), matrix);
    const own = waiting.filter(({ box }) => isNear(box, x, y));
    // A text that is not in the boxes before it is another one: that of the boxes is transparent.
    waiting = [];
    const text = own.length === 0 ? '' : await texts.read(block, owner);
    for (const { painted } of own) painted.text = text;
  };
  return {
    fill: (box: Box, { clip, colour }: State) => {
      const share = readShare(box, clip);
      const painted = share > 0 ? onFill(colour, share) : null;
      if (painted !== null) waiting.push({ painted, box });
      return undefined;
    },
    text: (block, owner, state) => (waiting.length > 0 ? readText(block, owner, state) : undefined),
  };
}

/** Returns the share of a box that is inside the clip. */
function readShare(box: Box, clip: Box): number {
  const seen = intersect(box, clip);
  const along = Math.max(0, seen.right - seen.left) / (box.right - box.left);
  const across = Math.max(0, seen.top - seen.bottom) / (box.top - box.bottom);
  return along * across;
}

/** The first glyph may begin a little outside of its box, such as an italic one. */
function isNear({ left, bottom, right, top }: Box, x: number, y: number): boolean {
  const slack = Math.min(right - left, top - bottom) / 2 + 1;
  return x >= left - slack && x <= right + slack && y >= bottom - slack && y <= top + slack;
}
