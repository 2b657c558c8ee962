import type { Meter } from '@platen/meter';
import { type Box, intersect } from './matrix.ts';

/** A text on a page, and whether somebody can see it. */
export interface SeenText {
  /** Around the letters that are certain: texts are at least this long and high. */
  readonly box: Box;
  /** Red, green and blue, as Skia writes them. */
  readonly colour: string;
  isSeen: boolean;
}

interface Layer {
  readonly box: Box;
  /** It is null for a picture, a gradient, a curve, and what is transparent in part: what is under it may be visible. */
  readonly colour: string | null;
}

/** In points. A thinner box is a line. */
const MIN_SIDE = 2;

/** Of the box of a text. */
const MIN_SHARE = 0.3;

/** Colours whose parts differ less look the same. */
const MIN_DIFFERENCE = 0.04;

const LAYER_WORK = 4;

const BLACK = '0 0 0';
const WHITE = '1 1 1';

/** What is painted on a page so far: its boxes, and the texts that they may cover. */
export class PageSurface {
  readonly #layers: Layer[] = [];
  readonly #texts: SeenText[] = [];
  readonly #meter: Meter;

  constructor(meter: Meter) {
    this.#meter = meter;
  }

  /** A picture or another shape, whose colours are not known. */
  addShape(box: Box): void {
    this.#layers.push({ box, colour: null });
  }

  /** A box of one colour covers the texts before it. */
  addBox(box: Box, colour: string): void {
    if (Math.min(box.right - box.left, box.top - box.bottom) < MIN_SIDE) return;
    this.#layers.push({ box, colour: colour || BLACK });
    this.#meter.charge(LAYER_WORK * (1 + this.#texts.length));
    for (const text of this.#texts) if (isInside(text.box, box)) text.isSeen = false;
  }

  /** @param clip the part of the page that it may be painted on */
  addText(box: Box, colour: string, clip: Box): SeenText {
    const isSeen = shareOf(box, clip) >= MIN_SHARE && !looksLike(colour || BLACK, this.#colourUnder(box));
    const text = { box, colour, isSeen };
    this.#texts.push(text);
    return text;
  }

  /** Returns the colour under the start of a text. It is null if that is not known. */
  #colourUnder({ left, right, bottom, top }: Box): string | null {
    const [x, y] = [left + Math.min(right - left, top - bottom) / 2, (bottom + top) / 2];
    const under = this.#layers.findLast(({ box }) => {
      this.#meter.charge(LAYER_WORK);
      return x >= box.left && x <= box.right && y >= box.bottom && y <= box.top;
    });
    return under === undefined ? WHITE : under.colour;
  }
}

const isInside = (inner: Box, outer: Box): boolean =>
  inner.left >= outer.left &&
  inner.right <= outer.right &&
  inner.bottom >= outer.bottom &&
  inner.top <= outer.top;

function shareOf(box: Box, clip: Box): number {
  const seen = intersect(box, clip);
  const [width, height] = [box.right - box.left, box.top - box.bottom];
  const along = Math.max(0, seen.right - seen.left) / (width || 1);
  const across = Math.max(0, seen.top - seen.bottom) / (height || 1);
  return along * across;
}

function looksLike(one: string, other: string | null): boolean {
  if (other === null) return false;
  const parts = other.split(' ').map(Number);
  return one.split(' ').every((part, index) => Math.abs(Number(part) - (parts[index] ?? 0)) < MIN_DIFFERENCE);
}
