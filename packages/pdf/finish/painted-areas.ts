import type { Meter } from '@platen/meter';
import { Expander } from '../file/expander.ts';
import { latin1 } from '../file/latin1.ts';
import { readContents } from '../file/list-pages.ts';
import { type Box, intersect, type Matrix, multiply, toNumbers } from '../file/matrix.ts';
import type { PdfObject, PdfReader } from '../file/reader.ts';
import { readResources } from '../file/resources.ts';
import { endOfText } from '../file/syntax.ts';
import { Path, placed } from './path.ts';

/** Something that a page paints, in the coordinates of its content. */
export interface PaintedArea {
  readonly box: Box;
  /** From 0 to 1: how much it hides of what is below the whole box. A text or a line hides nothing. */
  readonly opacity: number;
}

/** The limit for forms in forms. */
const MAX_DEPTH = 8;

/** No operator needs more. */
const MAX_NUMBERS = 6;

const TOKEN_WORK = 5;
const FORM_WORK = 1_000;

/** In memory. Further areas of a page are left out. */
const MAX_AREAS = 20_000;

/** Matches names, the beginnings of strings, brackets of dictionaries, comments, numbers and operators. */
const TOKEN =
  /\/[^\s\0/<>[\](){}%]*|\(|<<|>>|<[\dA-Fa-f\s]*>|%[^\r\n]*|[-+]{0,2}(?:\d+\.?\d*|\.\d+)|[A-Za-z'"][A-Za-z\d*]*/g;
const END_OF_IMAGE = /\sEI(?=\s|$)/g;

const FILLS = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*']);
const SHOWS = new Set(['Tj', 'TJ', "'", '"']);
const UNIT: Box = { left: 0, bottom: 0, right: 1, top: 1 };
const EVERYWHERE: Box = { left: -Infinity, bottom: -Infinity, right: Infinity, top: Infinity };
const SAME: Matrix = [1, 0, 0, 1, 0, 0];

interface State {
  readonly matrix: Matrix;
  readonly clip: Box;
  readonly opacity: number;
}

const START: State = { matrix: SAME, clip: EVERYWHERE, opacity: 1 };

/** Reads what pages paint, of any program. A stream that is too long, or damaged, is left out. */
export class AreaReader {
  readonly #reader: PdfReader;
  readonly #meter: Meter;
  readonly #expander: Expander;

  /** @param meter ends forms that paint each other too often */
  constructor(reader: PdfReader, meter: Meter) {
    this.#reader = reader;
    this.#meter = meter;
    this.#expander = new Expander(reader, meter);
  }

  async read(page: PdfObject): Promise<PaintedArea[]> {
    const areas: PaintedArea[] = [];
    // An operator may be in another stream than its numbers.
    const parts: string[] = [];
    let heldBytes = 0;
    for (const id of readContents(page)) {
      const part = await this.#expander.expand(await this.#reader.object(id), (data) => latin1.decode(data));
      this.#meter.hold(part?.length ?? 0);
      heldBytes += part?.length ?? 0;
      parts.push(part ?? '');
    }
    await this.#follow(parts.join('\n'), {
      owner: page,
      start: START,
      depth: MAX_DEPTH,
      areas,
    });
    this.#meter.release(heldBytes);
    return areas;
  }

  async #paint(stream: PdfObject, terms: Terms): Promise<void> {
    await this.#expander.expand(stream, (data) => this.#follow(latin1.decode(data), terms));
  }

  async #follow(content: string, terms: Terms): Promise<void> {
    const { areas, start } = terms;
    const token = new RegExp(TOKEN);
    const saved: State[] = [];
    let state = start;
    let numbers: number[] = [];
    let name = '';
    let line: Matrix = SAME;
    let fontSize = 0;
    const path = new Path();
    const paint = (box: Box, opacity: number) => {
      if (areas.length < MAX_AREAS) areas.push({ box: intersect(box, state.clip), opacity });
    };
    for (let found = token.exec(content); found; found = token.exec(content)) {
      const [text] = found;
      this.#meter.charge(TOKEN_WORK + text.length);
      if (this.#meter.isDue) await this.#meter.pause();
      if (text === '(') token.lastIndex = endOfText(content, found.index) ?? content.length;
      else if (text.startsWith('/')) name = text.slice(1);
      else if (/[-+.\d]/.test(text.charAt(0))) numbers = [...numbers.slice(-MAX_NUMBERS + 1), Number(text)];
      if (!/[A-Za-z'"]/.test(text.charAt(0))) continue;
      const at = numbers;
      numbers = [];
      if (path.add(text, at, state.matrix)) continue;
      if (text === 'q') saved.push(state);
      else if (text === 'Q') state = saved.pop() ?? start;
      else if (text === 'cm') state = { ...state, matrix: multiply(toMatrix(at), state.matrix) };
      else if (text === 'gs')
        state = { ...state, opacity: start.opacity * (await this.#readOpacity(terms.owner, name)) };
      else if (text === 'Do') await this.#draw(name, { ...terms, start: state });
      else if (text === 'BI') {
        paint(placed(UNIT, state.matrix), state.opacity);
        token.lastIndex = endOfImage(content, token.lastIndex);
      } else if (text === 'sh') paint(state.clip, state.opacity);
      else if (text === 'BT') line = SAME;
      else if (text === 'Tf') fontSize = at.at(-1) ?? 0;
      else if (text === 'Tm') line = toMatrix(at);
      else if (text === 'Td' || text === 'TD')
        line = multiply([1, 0, 0, 1, at.at(-2) ?? 0, at.at(-1) ?? 0], line);
      else if (SHOWS.has(text)) {
        const letter = { left: 0, bottom: 0, right: fontSize, top: fontSize };
        paint(placed(letter, multiply(line, state.matrix)), 0);
      } else if (FILLS.has(text) || text === 'S' || text === 's') {
        const { box } = path;
        if (box !== null) paint(box, FILLS.has(text) && path.isRectangle ? state.opacity : 0);
      }
      if (path.endsAt(text)) state = { ...state, clip: intersect(state.clip, path.takeClip() ?? EVERYWHERE) };
    }
  }

  async #draw(name: string, { owner, start, depth, areas }: Terms): Promise<void> {
    this.#meter.charge(FORM_WORK + owner.text.length);
    const id = (await readResources(this.#reader, owner.text, 'XObject')).get(name);
    const drawn = id === undefined ? null : await this.#reader.object(id);
    if (drawn === null || depth === 0) return;
    if (drawn.text.includes('/Subtype /Image')) {
      // A picture with a mask is transparent somewhere.
      const opacity = /\/S?Mask\b/.test(drawn.text) ? 0 : start.opacity;
      areas.push({ box: intersect(placed(UNIT, start.matrix), start.clip), opacity });
      return;
    }
    const [, own] = /\/Matrix \[([^\]]{0,200})\]/.exec(drawn.text) ?? [];
    const matrix = own === undefined ? start.matrix : multiply(toNumbers(own), start.matrix);
    const [, box] = /\/BBox \[([^\]]{0,200})\]/.exec(drawn.text) ?? [];
    const [left = 0, bottom = 0, right = 0, top = 0] = box?.trim().split(/\s+/).map(Number) ?? [];
    const clip =
      box === undefined ? start.clip : intersect(start.clip, placed({ left, bottom, right, top }, matrix));
    await this.#paint(drawn, { owner: drawn, start: { ...start, matrix, clip }, depth: depth - 1, areas });
  }

  /** A state with a mask, or that mixes colours, hides nothing for certain. */
  async #readOpacity(owner: PdfObject, name: string): Promise<number> {
    this.#meter.charge(FORM_WORK + owner.text.length);
    const id = (await readResources(this.#reader, owner.text, 'ExtGState')).get(name);
    if (id === undefined) return 1;
    const { text } = await this.#reader.object(id);
    if (/\/SMask (?!\/None)|\/BM \/(?!Normal|Compatible)/.test(text)) return 0;
    return Number(/\/ca ([\d.]+)/.exec(text)?.[1] ?? 1);
  }
}

interface Terms {
  /** The page or the form, which has the resources. */
  readonly owner: PdfObject;
  readonly start: State;
  readonly depth: number;
  readonly areas: PaintedArea[];
}

function toMatrix([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[]): Matrix {
  return [a, b, c, d, e, f];
}

function endOfImage(content: string, at: number): number {
  END_OF_IMAGE.lastIndex = at;
  return END_OF_IMAGE.exec(content) === null ? content.length : END_OF_IMAGE.lastIndex;
}
