import type { Meter } from '@platen/meter';
import type { GlyphWidths } from './font-program.ts';

/** Operators of dictionaries (Adobe Technical Note 5176). Those of two bytes have 1200 added to the second one. */
const OPERATOR = { charset: 15, charStrings: 17, private: 18, subrs: 19, defaultWidth: 20, nominalWidth: 21 };
const LONG_OPERATOR = { matrix: 1207, ros: 1230, array: 1236, select: 1237 };

/** Thousandths of an em are the units of all fonts but a few. */
const USUAL_SCALE = 0.001;
const SCALE_TOLERANCE = 1e-6;

/** The start of a glyph that needs more steps is not read. */
const MAX_STEPS = 1_000;
const MAX_DEPTH = 10;

/** A code has two bytes, and a part of a font one. */
const MAX_CODES = 65_536;
const MAX_PARTS = 256;

type Dict = ReadonlyMap<number, readonly number[]>;

interface Place {
  readonly start: number;
  readonly end: number;
}

/** A list of parts of the font. Its places are read when they are asked for, because a font may have many such lists. */
class Index {
  readonly count: number;
  readonly #view: DataView;
  readonly #at: number;
  readonly #size: number;

  constructor(view: DataView, at: number) {
    this.#view = view;
    this.#at = at;
    this.count = view.getUint16(at);
    this.#size = this.count === 0 ? 0 : view.getUint8(at + 2);
  }

  get end(): number {
    return this.count === 0 ? this.#at + 2 : this.#offset(this.count);
  }

  item(index: number): Place | undefined {
    if (index < 0 || index >= this.count) return undefined;
    return { start: this.#offset(index), end: this.#offset(index + 1) };
  }

  #offset(index: number): number {
    let value = 0;
    for (let byte = 0; byte < this.#size; byte += 1)
      value = value * 256 + this.#view.getUint8(this.#at + 3 + index * this.#size + byte);
    return this.#at + 2 + this.#size * (this.count + 1) + value;
  }
}

/** The values that the glyphs of a part of the font share. */
interface Private {
  readonly defaultWidth: number;
  readonly nominalWidth: number;
  readonly subrs: Index | null;
}

/** Reads the widths of a CFF font by the codes (CID) of its glyphs, or returns null if it cannot read the font. */
export function readCffWidths(font: Uint8Array, meter: Meter): GlyphWidths | null {
  try {
    const widths = new CffReader(font, meter).readWidths();
    return widths && ((code) => widths[code] ?? null);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

class CffReader {
  readonly #view: DataView;
  readonly #meter: Meter;

  constructor(font: Uint8Array, meter: Meter) {
    this.#view = new DataView(font.buffer, font.byteOffset, font.byteLength);
    this.#meter = meter;
  }

  readWidths(): Float32Array | null {
    const index = (at: number) => new Index(this.#view, at);
    const tops = index(index(this.#view.getUint8(2)).end);
    const globalSubrs = index(index(tops.end).end);
    const top = this.#readDict(tops.item(0));
    const glyphs = index(valueOf(top, OPERATOR.charStrings));
    const isCid = top.has(LONG_OPERATOR.ros);
    const parts = isCid ? this.#readParts(index(valueOf(top, LONG_OPERATOR.array))) : [top];
    if (!parts.every((part) => hasUsualScale(isCid ? [top, part] : [part]))) return null;
    const privates = parts.map((part) => this.#readPrivate(part));
    const selected = isCid ? this.#readRanges(valueOf(top, LONG_OPERATOR.select), glyphs.count) : [];
    const codes = isCid ? this.#readCharset(valueOf(top, OPERATOR.charset), glyphs.count) : null;
    const widths = new Float32Array(MAX_CODES).fill(Number.NaN);
    for (let glyph = 0; glyph < glyphs.count; glyph += 1) {
      const own = privates[selected[glyph] ?? 0];
      const place = glyphs.item(glyph);
      if (own === undefined || place === undefined) continue;
      const walk = new WidthWalk(this.#view, own.subrs, globalSubrs);
      const written = walk.find(place.start, place.end);
      this.#meter.charge(walk.steps);
      if (written === undefined) continue;
      widths[codes?.[glyph] ?? glyph] = written === null ? own.defaultWidth : own.nominalWidth + written;
    }
    return widths;
  }

  #readParts(list: Index): Dict[] {
    return Array.from({ length: Math.min(list.count, MAX_PARTS) }, (_, part) =>
      this.#readDict(list.item(part)),
    );
  }

  #readDict(place: Place | undefined): Dict {
    const dict = new Map<number, readonly number[]>();
    if (place === undefined) return dict;
    this.#meter.charge(Math.max(0, place.end - place.start));
    let operands: number[] = [];
    for (let at = place.start; at < place.end;) {
      const byte = this.#view.getUint8(at);
      if (byte <= 21) {
        const isLong = byte === 12;
        dict.set(isLong ? 1200 + this.#view.getUint8(at + 1) : byte, operands);
        operands = [];
        at += isLong ? 2 : 1;
      } else if (byte === 30) {
        const { value, end } = this.#readReal(at + 1, place.end);
        operands.push(value);
        at = end;
      } else {
        const [value, length] =
          byte === 29 ? ([this.#view.getInt32(at + 1), 5] as const) : readInteger(this.#view, at);
        operands.push(value);
        at += length;
      }
    }
    return dict;
  }

  #readReal(start: number, end: number): { readonly value: number; readonly end: number } {
    let text = '';
    for (let at = start; at < end; at += 1) {
      const byte = this.#view.getUint8(at);
      for (const nibble of [byte >> 4, byte & 15]) {
        if (nibble === 15) return { value: Number(text), end: at + 1 };
        text += REAL[nibble] ?? '';
      }
    }
    return { value: Number.NaN, end };
  }

  #readPrivate(dict: Dict): Private {
    const [size = 0, start = 0] = dict.get(OPERATOR.private) ?? [];
    const own = this.#readDict({ start, end: start + size });
    const subrs = valueOf(own, OPERATOR.subrs);
    return {
      defaultWidth: valueOf(own, OPERATOR.defaultWidth),
      nominalWidth: valueOf(own, OPERATOR.nominalWidth),
      subrs: subrs === 0 ? null : new Index(this.#view, start + subrs),
    };
  }

  /** Returns the part of the font that each glyph belongs to. */
  #readRanges(at: number, count: number): number[] {
    const parts: number[] = [];
    if (this.#view.getUint8(at) === 0) {
      for (let glyph = 0; glyph < count; glyph += 1) parts.push(this.#view.getUint8(at + 1 + glyph));
      return parts;
    }
    const ranges = this.#view.getUint16(at + 1);
    for (let range = 0; range < ranges; range += 1) {
      const place = at + 3 + 3 * range;
      const next = Math.min(count, this.#view.getUint16(place + 3));
      while (parts.length < next) parts.push(this.#view.getUint8(place + 2));
    }
    return parts;
  }

  /** Returns the code of each glyph. */
  #readCharset(start: number, count: number): number[] {
    const codes = [0];
    const format = this.#view.getUint8(start);
    for (let at = start + 1; codes.length < count;) {
      const first = this.#view.getUint16(at);
      const left =
        format === 0 ? 0 : format === 1 ? this.#view.getUint8(at + 2) : this.#view.getUint16(at + 2);
      for (let code = first; code <= first + left && codes.length < count; code += 1) codes.push(code);
      at += 2 + Math.min(format, 2);
    }
    return codes;
  }
}

const REAL = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '.', 'E', 'E-', '', '-'];

const valueOf = (dict: Dict, operator: number): number => dict.get(operator)?.[0] ?? 0;

/** The scales of a font and of its part are multiplied. */
function hasUsualScale(dicts: readonly Dict[]): boolean {
  const scales = dicts.flatMap((dict) => dict.get(LONG_OPERATOR.matrix)?.[0] ?? []);
  const scale = scales.length === 0 ? USUAL_SCALE : scales.reduce((one, other) => one * other);
  return Math.abs(scale / USUAL_SCALE - 1) < SCALE_TOLERANCE;
}

/** Reads an integer of a dictionary or a glyph. @returns the value and its length in bytes @throws {RangeError} it is none */
function readInteger(view: DataView, at: number): readonly [number, number] {
  const byte = view.getUint8(at);
  if (byte === 28) return [view.getInt16(at + 1), 3];
  if (byte >= 32 && byte <= 246) return [byte - 139, 1];
  if (byte >= 247 && byte <= 250) return [(byte - 247) * 256 + view.getUint8(at + 1) + 108, 2];
  if (byte >= 251 && byte <= 254) return [-(byte - 251) * 256 - view.getUint8(at + 1) - 108, 2];
  throw new RangeError('not a number');
}

/** Operators of glyphs (Adobe Technical Note 5177). */
const CALL_SUBR = 10;
const RETURN = 11;
const END = 14;
const CALL_GLOBAL_SUBR = 29;
/** The first operator of these has the width before its other operands. It has an even number of them, or so many. */
const PAIRS = new Set([1, 3, 18, 19, 20, 23]);
const OPERANDS: ReadonlyMap<number, readonly number[]> = new Map([
  [21, [2]],
  [4, [1]],
  [22, [1]],
  [END, [0, 4]],
]);

/** Follows a glyph up to the first operator that draws, which has its width. */
class WidthWalk {
  steps = 0;
  readonly #view: DataView;
  readonly #subrs: Index | null;
  readonly #globalSubrs: Index;
  readonly #stack: number[] = [];

  constructor(view: DataView, subrs: Index | null, globalSubrs: Index) {
    this.#view = view;
    this.#subrs = subrs;
    this.#globalSubrs = globalSubrs;
  }

  /** @returns the number before the other operands, null if there is none, or undefined if the glyph cannot be read */
  find(start: number, end: number, depth = 0): number | null | undefined {
    if (depth > MAX_DEPTH) return undefined;
    for (let at = start; at < end;) {
      this.steps += 1;
      if (this.steps > MAX_STEPS) return undefined;
      const byte = this.#view.getUint8(at);
      if (byte === 255) {
        this.#stack.push(this.#view.getInt32(at + 1) / 65_536);
        at += 5;
      } else if (byte === 28 || byte >= 32) {
        const [value, length] = readInteger(this.#view, at);
        this.#stack.push(value);
        at += length;
      } else if (byte === CALL_SUBR || byte === CALL_GLOBAL_SUBR) {
        const place = this.#findSubr(byte === CALL_SUBR ? this.#subrs : this.#globalSubrs);
        const found = place && this.find(place.start, place.end, depth + 1);
        if (found !== RETURNED) return found;
        at += 1;
      } else if (byte === RETURN) return RETURNED;
      else return this.#readOperands(byte);
    }
    return undefined;
  }

  #findSubr(subrs: Index | null): Place | undefined {
    if (subrs === null) return undefined;
    const bias = subrs.count < 1_240 ? 107 : subrs.count < 33_900 ? 1_131 : 32_768;
    return subrs.item((this.#stack.pop() ?? 0) + bias);
  }

  #readOperands(operator: number): number | null | undefined {
    const { length } = this.#stack;
    const counts = OPERANDS.get(operator);
    if (counts === undefined && !PAIRS.has(operator)) return undefined;
    const isWhole = counts === undefined ? length % 2 === 0 : counts.includes(length);
    return isWhole ? null : this.#stack[0];
  }
}

/** The glyph goes on after a part that others share. */
const RETURNED = Number.POSITIVE_INFINITY;
