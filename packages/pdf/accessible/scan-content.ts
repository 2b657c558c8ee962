import type { Meter } from '@platen/meter';
import { TOKEN_WORK } from '../archive/limits.ts';
import { endOfText } from '../file/syntax.ts';

/** A part of a content stream. */
export interface Spot {
  readonly start: number;
  readonly end: number;
}

/** The callbacks of a scan. They are called in the order of the content. */
export interface ScanEvents {
  /** Returns whether the object that the content draws must not be marked as an artifact, such as a form with tags. @param name in the resources */
  readonly draw: (name: string, isInTag: boolean, spot: Spot) => boolean;
  /** Called where marked content begins. @param actualText the string as it is in the file @param spot its operator */
  readonly begin?: (tag: string, mcid: number | null, actualText: string | null, spot: Spot) => void;
  /** Called where marked content ends. */
  readonly end?: () => void;
  /** Called for each string that is shown. @param written the string as it is in the file */
  readonly show?: (font: string | null, written: string) => void;
}

/** Matches names, strings, the brackets of dictionaries, comments and operators. Numbers and the brackets of arrays are skipped. */
const TOKEN = /\/([^\s\0/<>[\](){}%]*)|\(|<<|>>|<[\dA-Fa-f\s]*>|%[^\r\n]*|[A-Za-z'"][A-Za-z\d*]*/g;

const NUMBER = /\s*(\d{1,10})/y;
const END_OF_IMAGE = /\sEI(?=\s|$)/g;

const STARTS_PATH = new Set(['m', 're']);
const PAINTS_PATH = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 's', 'S']);
const SHOWS_TEXT = new Set(['Tj', 'TJ', "'", '"']);

/** The memory of a spot until it is marked. */
const SPOT_BYTES = 64;

/** Marked content that is open, here and in the reader of its text. */
const MARK_BYTES = 64;

/** A name or a string before its operator. */
const OPERAND_BYTES = 64;

interface Mark {
  /** It has a place in the tags, or is an artifact. */
  readonly isReal: boolean;
}

/** A text object, and what it shows outside of all tags. */
interface TextObject {
  readonly start: number;
  readonly marks: number;
  readonly shown: Spot[];
  hasRealMarks: boolean;
}

/** Finds what a page or a form draws outside of all tags. The content of a page may be in several streams. */
export class ContentScanner {
  readonly #meter: Meter;
  readonly #events: ScanEvents;
  readonly #marks: Mark[] = [];
  #realMarks = 0;
  #spotBytes = 0;
  #spots: Spot[] = [];
  #text: TextObject | null = null;
  #pathStart: number | null = null;
  #font: string | null = null;

  constructor(meter: Meter, events: ScanEvents) {
    this.#meter = meter;
    this.#events = events;
  }

  /** @returns what is drawn outside of all tags, in order; no two of them overlap */
  async scan(content: string): Promise<Spot[]> {
    this.#spots = [];
    const token = new RegExp(TOKEN);
    let operands = new Operands(0, this.#meter);
    let before = 0;
    for (let found = token.exec(content); found; found = token.exec(content)) {
      const [text, name] = found;
      this.#meter.charge(TOKEN_WORK + found.index - before);
      before = found.index;
      if (this.#meter.isDue) await this.#meter.pause();
      if (text === '(') {
        const end = endOfText(content, found.index) ?? content.length;
        operands.addString(content.slice(found.index, end));
        token.lastIndex = end;
      } else if (text.startsWith('<') || text === '>>') {
        operands.addBracket(text);
      } else if (name !== undefined) {
        operands.addName(name);
        if (name === 'MCID') operands.mcid = readNumber(content, token.lastIndex);
      } else if (!text.startsWith('%') && operands.depth === 0) {
        if (text === 'BI') token.lastIndex = endOfImage(content, token.lastIndex);
        this.#do(text, operands, token.lastIndex);
        operands.release();
        operands = new Operands(token.lastIndex, this.#meter);
      }
    }
    this.#meter.charge(content.length - before);
    operands.release();
    this.#text = null;
    this.#pathStart = null;
    return this.#spots;
  }

  /** Frees the memory of the spots that were found in one stream. */
  forgetSpots(): void {
    this.#meter.release(this.#spotBytes);
    this.#spotBytes = 0;
  }

  /** The content has ended. */
  release(): void {
    this.forgetSpots();
    this.#meter.release(this.#marks.length * MARK_BYTES);
  }

  #holdSpot(): void {
    this.#meter.hold(SPOT_BYTES);
    this.#spotBytes += SPOT_BYTES;
  }

  #do(operator: string, operands: Operands, end: number): void {
    const { start } = operands;
    if (operator === 'BDC' || operator === 'BMC')
      this.#begin(operands, { hasProperties: operator === 'BDC', end });
    else if (operator === 'EMC') this.#end();
    else if (operator === 'BT')
      this.#text = { start, marks: this.#marks.length, shown: [], hasRealMarks: false };
    else if (operator === 'ET') this.#endText(end);
    else if (operator === 'Tf') this.#font = operands.names.at(-1) ?? null;
    else if (SHOWS_TEXT.has(operator)) this.#show(operands, end);
    else if (STARTS_PATH.has(operator)) this.#pathStart ??= start;
    else if (operator === 'n') this.#pathStart = null;
    else if (PAINTS_PATH.has(operator)) {
      this.#add(this.#pathStart ?? start, end);
      this.#pathStart = null;
    } else if (operator === 'Do') {
      const name = operands.names.at(-1) ?? '';
      if (!this.#events.draw(name, this.#realMarks > 0, { start, end })) this.#add(start, end);
    } else if (operator === 'sh' || operator === 'BI') this.#add(start, end);
  }

  #add(start: number, end: number): void {
    if (this.#realMarks > 0) return;
    this.#holdSpot();
    this.#spots.push({ start, end });
  }

  #begin(
    { start, names, mcid, actualText }: Operands,
    { hasProperties, end }: { readonly hasProperties: boolean; readonly end: number },
  ): void {
    const [tag = ''] = names;
    // Properties with a name are in the resources, and may have a place in the tags.
    const isReal = tag === 'Artifact' || mcid !== null || (hasProperties && names.length > 1);
    this.#meter.hold(MARK_BYTES);
    this.#marks.push({ isReal });
    if (isReal) {
      this.#realMarks += 1;
      if (this.#text) this.#text.hasRealMarks = true;
    }
    this.#events.begin?.(tag, mcid, actualText, { start, end });
  }

  #end(): void {
    if (this.#marks.length > 0) this.#meter.release(MARK_BYTES);
    if (this.#marks.pop()?.isReal) this.#realMarks -= 1;
    this.#events.end?.();
  }

  #show({ start, strings }: Operands, end: number): void {
    if (this.#realMarks === 0 && this.#text !== null) {
      this.#holdSpot();
      this.#text.shown.push({ start, end });
    }
    for (const string of strings) this.#events.show?.(this.#font, string);
  }

  /** A text object without tags is one artifact, unless tags begin or end in it. */
  #endText(end: number): void {
    const text = this.#text;
    this.#text = null;
    if (text === null || text.shown.length === 0) return;
    const isWhole = !text.hasRealMarks && text.marks === this.#marks.length;
    if (isWhole) this.#spots.push({ start: text.start, end });
    else for (const spot of text.shown) this.#spots.push(spot);
  }
}

/** The values before an operator. */
class Operands {
  readonly start: number;
  readonly names: string[] = [];
  readonly strings: string[] = [];
  depth = 0;
  mcid: number | null = null;
  actualText: string | null = null;
  readonly #meter: Meter;
  #key = '';

  constructor(start: number, meter: Meter) {
    this.start = start;
    this.#meter = meter;
  }

  release(): void {
    this.#meter.release((this.names.length + this.strings.length) * OPERAND_BYTES);
  }

  #keep(list: string[], operand: string): void {
    this.#meter.hold(OPERAND_BYTES);
    list.push(operand);
  }

  addName(name: string): void {
    if (this.depth === 0) this.#keep(this.names, name);
    this.#key = name;
  }

  addBracket(text: string): void {
    if (text === '<<') this.depth += 1;
    else if (text === '>>') this.depth = Math.max(0, this.depth - 1);
    else this.addString(text);
  }

  addString(written: string): void {
    if (this.depth === 0) this.#keep(this.strings, written);
    else if (this.#key === 'ActualText') this.actualText = written;
  }
}

function readNumber(content: string, at: number): number | null {
  NUMBER.lastIndex = at;
  const digits = NUMBER.exec(content)?.[1];
  return digits === undefined ? null : Number(digits);
}

function endOfImage(content: string, at: number): number {
  END_OF_IMAGE.lastIndex = at;
  const found = END_OF_IMAGE.exec(content);
  return found === null ? content.length : END_OF_IMAGE.lastIndex;
}
