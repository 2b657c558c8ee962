import type { Meter } from '@platen/meter';
import { Expander } from './expander.ts';
import { latin1 } from './latin1.ts';
import { listPages, readContents } from './list-pages.ts';
import { type Box, intersect, type Matrix, multiply, toBox, toNumbers } from './matrix.ts';
import type { PdfObject, PdfReader } from './reader.ts';
import { readResources } from './resources.ts';

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

/** Matches what Skia writes on a line of its own: it saves, restores and moves the coordinates, chooses a state and a colour, and draws rectangles, curves and forms. */
const LINE =
  /^(?:([qQ])|(\S+ \S+ \S+ \S+ \S+ \S+) cm|(\S+ \S+ \S+ \S+) re|(W\*? n)|(f\*?)|\/(\S+) Do|(?:\S+ \S+ \S+ RG )?(\S+ \S+ \S+) rg|\/(\S+) gs|.{0,200}\/\S+ (scn)|(?:\S+ \S+ \S+ \S+ )?(\S+ \S+) [mlc])$/;

/** The colour of a pattern: a picture or a gradient. */
export const PATTERN = 'pattern';

export interface State {
  readonly matrix: Matrix;
  readonly clip: Box;
  readonly colour: string;
  /** The name of the graphics state. */
  readonly graphics: string;
  /** The graphics states with which the forms around it are painted. */
  readonly around: readonly OwnedState[];
}

/** A graphics state has a name in the resources of a page or a form. */
interface OwnedState {
  readonly owner: PdfObject;
  readonly graphics: string;
}

const START: State = {
  matrix: [1, 0, 0, 1, 0, 0],
  clip: { left: -Infinity, bottom: -Infinity, right: Infinity, top: Infinity },
  colour: '',
  graphics: '',
  around: [],
};

/** The callbacks for what is painted, in its order. */
export interface Painting {
  readonly fill?: (box: Box, state: State, owner: PdfObject) => Promise<void> | undefined;
  /** A picture, or the box around curves that are filled. */
  readonly shape?: (box: Box, state: State) => void;
  /** @param block from `BT` to `ET` @param owner the page or the form, which has the fonts */
  readonly text: (block: string, owner: PdfObject, state: State) => Promise<void> | undefined;
}

/** The work and the memory that the painting of a PDF may need. */
export const paintingMeter = ({ source }: PdfReader, meter: Meter): Meter =>
  meter.part({
    maxWork: BASE_WORK + MAX_WORK_PER_BYTE * source.sizeBytes,
    maxHeldBytes: MAX_HELD_BYTES,
  });

/**
 * Follows the operators of all pages of a PDF by Chromium, and of the forms in them. A stream that is too long, or damaged, is left out. A form is read
 * each time that it is painted.
 * @param onPage returns the callbacks for a page, from 1
 * @param meter see {@link paintingMeter}
 */
export async function followPages(
  reader: PdfReader,
  onPage: (page: number) => Painting,
  meter: Meter,
): Promise<void> {
  let number = 0;
  for await (const page of listPages(reader)) {
    number += 1;
    const painter = new Painter(reader, meter, onPage(number));
    for (const id of readContents(page)) await painter.paint(await reader.object(id), page, START, MAX_DEPTH);
  }
}

class Painter {
  readonly #reader: PdfReader;
  readonly #meter: Meter;
  readonly #painting: Painting;
  readonly #expander: Expander;

  constructor(reader: PdfReader, meter: Meter, painting: Painting) {
    this.#reader = reader;
    this.#meter = meter;
    this.#painting = painting;
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
    let curves: Box | null = null;
    let forms: ReadonlyMap<string, number> | null = null;
    for (const line of linesAndTexts(content)) {
      if (line.startsWith('BT\n')) {
        await this.#painting.text(line, owner, state);
        continue;
      }
      this.#meter.charge(LINE_WORK + line.length);
      if (this.#meter.isDue) await this.#meter.pause();
      const [, stack, moved, rectangle, clips, fills, form, colour, graphics, pattern, point] =
        LINE.exec(line) ?? [];
      if (stack === 'q') saved.push(state);
      else if (stack === 'Q') state = saved.pop() ?? start;
      else if (moved) state = { ...state, matrix: multiply(toNumbers(moved), state.matrix) };
      else if (rectangle) box = toBox(rectangle, state.matrix);
      else if (point) curves = boxAround(curves, toBox(`${point} 0 0`, state.matrix));
      else if (colour || pattern) state = { ...state, colour: colour ?? PATTERN };
      else if (graphics) state = { ...state, graphics };
      else if (form) {
        forms ??= await this.#readForms(owner);
        await this.#paintForm(forms.get(form), { owner, state, depth });
      }
      if (curves !== null && fills) this.#painting.shape?.(curves, state);
      if (fills || clips || line === 'S' || line === 'n') curves = null;
      if (box === null || !(clips || fills)) continue;
      if (clips) state = { ...state, clip: intersect(state.clip, box) };
      else await this.#painting.fill?.(box, state, owner);
      box = null;
    }
  }

  /** The forms and pictures that the content can name. A page may draw each of thousands once. */
  async #readForms(owner: PdfObject): Promise<ReadonlyMap<string, number>> {
    this.#meter.charge(WORK_PER_NAME_CHARACTER * owner.text.length);
    return readResources(this.#reader, owner.text, 'XObject');
  }

  async #paintForm(
    id: number | undefined,
    { owner, state, depth }: { readonly owner: PdfObject; readonly state: State; readonly depth: number },
  ): Promise<void> {
    this.#meter.charge(FORM_WORK);
    const form = id === undefined ? null : await this.#reader.object(id);
    const isForm = form?.text.includes('/Subtype /Form') === true;
    if (!isForm) this.#painting.shape?.(toBox('0 0 1 1', state.matrix), state);
    if (depth === 0 || !isForm) return;
    const [, own] = /\/Matrix \[([^\]]{0,200})\]/.exec(form.text) ?? [];
    const matrix = own === undefined ? state.matrix : multiply(toNumbers(own), state.matrix);
    // The name is one of the page. Skia chooses a state in each form.
    const states = [...state.around, { owner, graphics: state.graphics }];
    await this.paint(form, form, { ...state, matrix, graphics: '', around: states }, depth - 1);
  }
}

const boxAround = (one: Box | null, other: Box): Box =>
  one === null
    ? other
    : {
        left: Math.min(one.left, other.left),
        bottom: Math.min(one.bottom, other.bottom),
        right: Math.max(one.right, other.right),
        top: Math.max(one.top, other.top),
      };

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
