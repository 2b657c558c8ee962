import type { Meter } from '@platen/meter';
import { Expander } from './expander.ts';
import { latin1 } from './latin1.ts';
import { listPages, readContents } from './list-pages.ts';
import { PaintedTexts } from './painted-text.ts';
import type { PdfObject, PdfReader } from './reader.ts';
import { readResources } from './resources.ts';

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

/** The limit for forms in forms. */
const MAX_DEPTH = 20;

/** A PDF of any size may need this. */
const BASE_WORK = 25_000_000;

/** Chromium packs about 20 characters into a byte. */
const MAX_WORK_PER_BYTE = 256;

/** The maximum of memory for the content of forms that are in one another. */
const MAX_HELD_BYTES = 100_000_000;

/** A line, a form, and the names of forms are more work than their characters. */
const LINE_WORK = 10;
const FORM_WORK = 1_000;
const WORK_PER_NAME_CHARACTER = 5;

/** Matches what Skia writes on a line of its own: it saves, restores and moves the coordinates, and draws rectangles and forms. */
const LINE =
  /^(?:([qQ])|(\S+ \S+ \S+ \S+ \S+ \S+) cm|(\S+ \S+ \S+ \S+) re|(W\*? n)|(f\*?)|\/(\S+) Do|(?:\S+ \S+ \S+ RG )?(\S+ \S+ \S+) rg)$/;

/** The place of the first glyph of a text. */
const FIRST_PLACE = /^(\S+ \S+ \S+ \S+ \S+ \S+) Tm$/m;

type Matrix = readonly [number, number, number, number, number, number];

interface Box {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

interface State {
  readonly matrix: Matrix;
  readonly clip: Box;
  readonly colour: string;
}

const START: State = {
  matrix: [1, 0, 0, 1, 0, 0],
  clip: { left: -Infinity, bottom: -Infinity, right: Infinity, top: Infinity },
  colour: '',
};

/**
 * Reads the rectangles in the content of a PDF by Chromium, in the order in which they are painted. A rectangle that is cut off is left out. A stream
 * that is too long, or damaged, is left out too. A form is read each time that it is painted.
 * @param isWanted whether rectangles of a colour are wanted
 * @throws {WorkLimitExceeded | MemoryLimitExceeded} forms in forms paint each other too often
 */
export async function readPaintedBoxes(
  reader: PdfReader,
  isWanted: (colour: string) => boolean,
  meter: Meter,
): Promise<PaintedBox[]> {
  const own = meter.part({
    maxWork: BASE_WORK + MAX_WORK_PER_BYTE * reader.source.sizeBytes,
    maxHeldBytes: MAX_HELD_BYTES,
  });
  const found: PaintedBox[] = [];
  const texts = new PaintedTexts(reader, own);
  let number = 0;
  for await (const page of listPages(reader)) {
    number += 1;
    const painter = new Painter(reader, own, texts, (colour, share) => {
      if (!isWanted(colour)) return null;
      const box = { page: number, colour, share, text: '' };
      found.push(box);
      return box;
    });
    for (const id of readContents(page)) await painter.paint(await reader.object(id), page, START, MAX_DEPTH);
  }
  return found;
}

/** Returns the box if it is wanted. */
type OnFill = (colour: string, share: number) => PaintedBox | null;

/** Follows the operators of a page and of the forms in it. */
class Painter {
  readonly #reader: PdfReader;
  readonly #meter: Meter;
  readonly #texts: PaintedTexts;
  readonly #onFill: OnFill;
  readonly #expander: Expander;
  /** The wanted boxes after which no text was painted yet. */
  #waiting: { readonly painted: PaintedBox; readonly box: Box }[] = [];

  constructor(reader: PdfReader, meter: Meter, texts: PaintedTexts, onFill: OnFill) {
    this.#reader = reader;
    this.#meter = meter;
    this.#texts = texts;
    this.#onFill = onFill;
    this.#expander = new Expander(reader, meter);
  }

  /** @param owner the page or the form, which has the resources */
  async paint(stream: PdfObject, owner: PdfObject, start: State, depth: number): Promise<void> {
    await this.#expander.expand(stream, (data) => this.#follow(latin1.decode(data), owner, start, depth));
  }

  async #follow(content: string, owner: PdfObject, start: State, depth: number): Promise<void> {
    const saved: State[] = [];
    let state = start;
    let box: Box | null = null;
    let forms: ReadonlyMap<string, number> | null = null;
    for (const line of linesAndTexts(content)) {
      if (line.startsWith('BT\n')) {
        if (this.#waiting.length > 0) await this.#paintText(line, owner, state);
        continue;
      }
      this.#meter.charge(LINE_WORK + line.length);
      if (this.#meter.isDue) await this.#meter.pause();
      const [, stack, moved, rectangle, clips, fills, form, colour] = LINE.exec(line) ?? [];
      if (stack === 'q') saved.push(state);
      else if (stack === 'Q') state = saved.pop() ?? start;
      else if (moved) state = { ...state, matrix: multiply(toNumbers(moved), state.matrix) };
      else if (rectangle) box = toBox(rectangle, state.matrix);
      else if (colour) state = { ...state, colour };
      else if (form) {
        forms ??= await this.#readForms(owner);
        await this.#paintForm(forms.get(form), state, depth);
      }
      if (box === null || !(clips || fills)) continue;
      if (clips) state = { ...state, clip: intersect(state.clip, box) };
      else this.#fill(box, state);
      box = null;
    }
  }

  #fill(box: Box, { clip, colour }: State): void {
    const share = readShare(box, clip);
    const painted = share > 0 ? this.#onFill(colour, share) : null;
    if (painted !== null) this.#waiting.push({ painted, box });
  }

  /** A text that is not in the boxes before it is another one: that of the boxes is transparent. */
  async #paintText(block: string, owner: PdfObject, { matrix }: State): Promise<void> {
    const [, place = ''] = FIRST_PLACE.exec(block) ?? [];
    const [, , , , x, y] = multiply(toNumbers(place), matrix);
    const own = this.#waiting.filter(({ box }) => isNear(box, x, y));
    const text = own.length === 0 ? '' : await this.#texts.read(block, owner);
    for (const { painted } of own) painted.text = text;
    this.#waiting = [];
  }

  /** The forms and pictures that the content can name. A page may draw each of thousands once. */
  async #readForms(owner: PdfObject): Promise<ReadonlyMap<string, number>> {
    this.#meter.charge(WORK_PER_NAME_CHARACTER * owner.text.length);
    return readResources(this.#reader, owner.text, 'XObject');
  }

  async #paintForm(id: number | undefined, state: State, depth: number): Promise<void> {
    this.#meter.charge(FORM_WORK);
    const form = id === undefined ? null : await this.#reader.object(id);
    if (depth === 0 || form?.text.includes('/Subtype /Form') !== true) return;
    const [, own] = /\/Matrix \[([^\]]{0,200})\]/.exec(form.text) ?? [];
    const matrix = own === undefined ? state.matrix : multiply(toNumbers(own), state.matrix);
    await this.paint(form, form, { ...state, matrix }, depth - 1);
  }
}

/** Returns the lines of the content. A text, from `BT` to `ET`, is one of them. Skia sets colours and draws rectangles outside of texts. */
function* linesAndTexts(content: string): Generator<string> {
  for (let at = 0; at < content.length;) {
    const isText = content.startsWith('BT\n', at);
    const found = content.indexOf(isText ? '\nET\n' : '\n', at);
    // A text that does not end is the last one.
    const end = found < 0 ? content.length : found + (isText ? 3 : 0);
    yield content.slice(at, end);
    at = end + 1;
  }
}

function toNumbers(text: string): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = text.trim().split(' ').map(Number);
  return [a, b, c, d, e, f];
}

const multiply = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + b * i,
  a * h + b * j,
  c * g + d * i,
  c * h + d * j,
  e * g + f * i + k,
  e * h + f * j + l,
];

/** Returns the box on the page around a rectangle. */
function toBox(rectangle: string, [a, b, c, d, e, f]: Matrix): Box {
  const [x = 0, y = 0, width = 0, height = 0] = rectangle.split(' ').map(Number);
  const corners = [x, x + width].flatMap((left) => [y, y + height].map((top) => [left, top] as const));
  const xs = corners.map(([left, top]) => a * left + c * top + e);
  const ys = corners.map(([left, top]) => b * left + d * top + f);
  return { left: Math.min(...xs), bottom: Math.min(...ys), right: Math.max(...xs), top: Math.max(...ys) };
}

const intersect = (one: Box, other: Box): Box => ({
  left: Math.max(one.left, other.left),
  bottom: Math.max(one.bottom, other.bottom),
  right: Math.min(one.right, other.right),
  top: Math.min(one.top, other.top),
});

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
