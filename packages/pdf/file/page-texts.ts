import type { Meter } from '@platen/meter';
import { type Box, intersect, type Matrix, multiply } from './matrix.ts';
import { PageSurface, type SeenText } from './page-surface.ts';
import { PaintedTexts, readFontSize, readPlace } from './painted-text.ts';
import { followPages, type Painting, paintingMeter, PATTERN, type State } from './painter.ts';
import type { PdfObject, PdfReader } from './reader.ts';
import { type Opacity, readOpacity } from './resources.ts';

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

/** In points. Smaller letters cannot be read. */
const MIN_SIZE = 1.5;

/** A letter is at least so wide, and so high, of the size of its font. */
const LEAST_WIDTH = 0.25;
const LEAST_HEIGHT = 0.5;

/**
 * Reads the texts that somebody sees on the pages of a PDF by Chromium, in the order in which they are painted: not those that are transparent, tiny, cut off, under a box of one
 * colour, or in the colour that is under them. Texts of a stream that is too long, or damaged, are left out.
 * @param meter holds the texts; release `heldBytes`
 * @throws {WorkLimitExceeded | MemoryLimitExceeded}
 */
export async function readPageTexts(
  reader: PdfReader,
  meter: Meter,
): Promise<{ readonly texts: PageText[]; readonly heldBytes: number }> {
  const own = paintingMeter(reader, meter);
  const texts = new TextsReader(reader, own);
  await followPages(reader, (page) => texts.ofPage(page), own);
  return { texts: texts.listSeen(), heldBytes: texts.heldBytes };
}

class TextsReader {
  heldBytes = 0;
  readonly #reader: PdfReader;
  readonly #meter: Meter;
  readonly #painted: PaintedTexts;
  readonly #texts: { readonly text: PageText; readonly seen: SeenText }[] = [];
  readonly #opacities = new Map<string, Promise<Opacity>>();

  constructor(reader: PdfReader, meter: Meter) {
    this.#reader = reader;
    this.#meter = meter;
    this.#painted = new PaintedTexts(reader, meter);
  }

  ofPage(page: number): Painting {
    const surface = new PageSurface(this.#meter);
    return {
      text: async (block, owner, state) => {
        const place = multiply(readPlace(block), state.matrix);
        const size = readFontSize(block) * Math.hypot(place[2], place[3]);
        if (size < MIN_SIZE || (await this.#opacityOf(owner, state)).isTransparent) return;
        const text = await this.#painted.read(block, owner);
        if (text === '') return;
        this.#hold(text);
        const seen = surface.addText(leastBox(place, size, text), state.colour, state.clip);
        this.#texts.push({ text: { page, text, size, ...toLine(place) }, seen });
      },
      fill: async (box, state, owner) => {
        const { isOpaque, isTransparent } = await this.#opacityOf(owner, state);
        if (isOpaque && state.colour !== PATTERN) surface.addBox(intersect(box, state.clip), state.colour);
        else if (!isTransparent) surface.addShape(box);
      },
      shape: (box) => surface.addShape(box),
    };
  }

  listSeen(): PageText[] {
    return this.#texts.flatMap(({ text, seen }) => (seen.isSeen ? [text] : []));
  }

  #hold(text: string): void {
    const bytes = BYTES_PER_TEXT + 2 * text.length;
    this.#meter.hold(bytes);
    this.heldBytes += bytes;
  }

  /** Of a state, and of those with which the forms around it are painted. */
  async #opacityOf(owner: PdfObject, { graphics, around }: State): Promise<Opacity> {
    let whole = await this.#readOpacity(owner, graphics);
    for (const one of around) {
      const { isTransparent, isOpaque } = await this.#readOpacity(one.owner, one.graphics);
      whole = {
        isTransparent: whole.isTransparent || isTransparent,
        isOpaque: whole.isOpaque && isOpaque,
      };
    }
    return whole;
  }

  #readOpacity(owner: PdfObject, state: string): Promise<Opacity> {
    if (state === '') return OPAQUE;
    const key = `${owner.id}/${state}`;
    const known = this.#opacities.get(key);
    if (known !== undefined) return known;
    this.#meter.charge(STATE_WORK + owner.text.length);
    const found = readOpacity(this.#reader, owner, state);
    this.#opacities.set(key, found);
    return found;
  }
}

const OPAQUE: Promise<Opacity> = Promise.resolve({ isTransparent: false, isOpaque: true });

/** Returns the direction of a line of text, and the place of its start along and across it. */
function toLine([a, b, , , x, y]: Matrix): Pick<PageText, 'turn' | 'x' | 'y'> {
  const length = Math.hypot(a, b) || 1;
  const [right, up] = [a / length, b / length];
  const turn = Math.round((Math.atan2(up, right) * 180) / Math.PI);
  return { turn, x: x * right + y * up, y: y * right - x * up };
}

/** Returns a box on the page in which the text certainly has letters. */
function leastBox([a, b, c, d, x, y]: Matrix, size: number, text: string): Box {
  const along = (LEAST_WIDTH * size * text.length) / (Math.hypot(a, b) || 1);
  const up = (LEAST_HEIGHT * size) / (Math.hypot(c, d) || 1);
  const xs = [x, x + a * along, x + c * up, x + a * along + c * up];
  const ys = [y, y + b * along, y + d * up, y + b * along + d * up];
  return { left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) };
}
