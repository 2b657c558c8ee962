import type { Meter } from '@platen/meter';
import { type PdfReader, readPaintedBoxes } from '@platen/pdf';
import { MARK_BASE, MARK_DIGITS, toMarkColour, toPictureIndex } from '../in-page/text-marks.ts';
import type { PageMap, PictureMark, TextMark } from '../in-page/paged-messages.ts';

export interface ReadMarks extends Pick<PageMap, 'marks' | 'pictures'> {
  /** All marks of texts, also those that are cut. */
  readonly painted: readonly TextMark[];
}

/** This is enough to see which text it is. */
const MAX_TEXT_CHARACTERS = 100;

/**
 * Reads the marks of texts and pictures in the content of the pages, in the order in which they are painted.
 * @param red the red part of their colours, in thousandths @throws what `readPaintedBoxes` throws
 */
export async function readMarks(document: PdfReader, red: number, meter: Meter): Promise<ReadMarks> {
  const digits = listDigits(red);
  const isMark = (colour: string) => colour.startsWith(`${toDecimal(red / 1000)} `);
  const boxes = await readPaintedBoxes(document, isMark, meter);
  const marks = new VisibleMarks<TextMark>();
  const pictures = new VisibleMarks<PictureMark>();
  let [index, next] = [0, 0];
  for (const { page, colour, text, share } of boxes) {
    const found = digits.get(colour);
    if (found === undefined) {
      const [, green = 0, blue = 0] = colour.split(' ').map(Number);
      pictures.add(share, [toPictureIndex(green, blue), page]);
      continue;
    }
    // A mark is as many boxes as it has digits, one after another.
    if (found.position === 0) [index, next] = [0, 0];
    if (found.position !== next) continue;
    index += found.digit * MARK_BASE ** found.position;
    next += 1;
    if (next === MARK_DIGITS) marks.add(share, [index, page, text.slice(0, MAX_TEXT_CHARACTERS)]);
  }
  return { marks: marks.toArray(), pictures: pictures.toArray(), painted: marks.all };
}

/** Less of a line that is cut by the edge of a page is painted on the other page. */
const LEAST_SHARE = 0.5;

/** Marks of which the most is visible. Those that are cut count only if no other mark has their number. */
class VisibleMarks<Mark extends readonly [index: number, ...rest: unknown[]]> {
  readonly #whole: Mark[] = [];
  readonly #cut: Mark[] = [];

  add(share: number, mark: Mark): void {
    (share >= LEAST_SHARE ? this.#whole : this.#cut).push(mark);
  }

  get all(): Mark[] {
    return [...this.#whole, ...this.#cut];
  }

  toArray(): Mark[] {
    const whole = new Set(this.#whole.map(([index]) => index));
    return [...this.#whole, ...this.#cut.filter(([index]) => !whole.has(index))];
  }
}

interface Digit {
  readonly position: number;
  readonly digit: number;
}

/** Skia writes no 0 before the point. */
const toDecimal = (part: number): string => String(part).replace(/^0/, '');

/** By colour, as Skia writes it: `.482 .1 .003`. */
function listDigits(red: number): ReadonlyMap<string, Digit> {
  const digits = new Map<string, Digit>();
  for (let position = 0; position < MARK_DIGITS; position += 1)
    for (let digit = 0; digit < MARK_BASE; digit += 1)
      digits.set(toMarkColour(red, { position, digit }).map(toDecimal).join(' '), { position, digit });
  return digits;
}
