/**
 * The colour space sRGB (IEC 61966-2-1) as an ICC profile of version 4 (ICC.1:2010), or of version 2 (ICC.1:1998-09), which PDF/A-1 requires: the
 * three primaries and one curve.
 * It is made from the published numbers, so the licence of no other profile applies.
 */

/** The white of the profile connection space, D50 (ICC.1:2010, 7.2.16). */
const D50 = [0.9642, 1, 0.8249] as const;

/** X, Y and Z of the primaries, adapted from D65 to D50 with the matrix of Bradford. */
const PRIMARIES = {
  rXYZ: [0.43607, 0.22249, 0.01392],
  gXYZ: [0.38515, 0.71687, 0.09708],
  bXYZ: [0.14307, 0.06061, 0.7141],
} as const;

/** From D65 to D50, row by row (ICC.1:2010, annex E). */
const ADAPTATION = [1.04788, 0.02292, -0.05022, 0.02959, 0.99048, -0.01707, -0.00925, 0.01508, 0.75168];

/** g, a, b, c and d of ((a x + b) ^ g from d on, else c x) (ICC.1:2010, 10.16, type 3). */
const CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];
const CURVE_TYPE = 3;

const HEADER_BYTES = 128;
const ENTRY_BYTES = 12;

/** Writes big-endian numbers. */
class Writer {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;
  #at = 0;

  constructor(size: number) {
    this.bytes = new Uint8Array(size);
    this.#view = new DataView(this.bytes.buffer);
  }

  moveTo(at: number): this {
    this.#at = at;
    return this;
  }

  text(text: string): this {
    for (const character of text) this.bytes[this.#at++] = character.charCodeAt(0);
    return this;
  }

  uint16(...values: readonly number[]): this {
    for (const value of values) {
      this.#view.setUint16(this.#at, value);
      this.#at += 2;
    }
    return this;
  }

  uint32(...values: readonly number[]): this {
    for (const value of values) {
      this.#view.setUint32(this.#at, value);
      this.#at += 4;
    }
    return this;
  }

  /** Numbers with 16 bits after the point (s15Fixed16Number). */
  fixed(values: readonly number[]): this {
    for (const value of values) {
      this.#view.setInt32(this.#at, Math.round(value * 65_536));
      this.#at += 4;
    }
    return this;
  }
}

const typed = (type: string, size: number): Writer => new Writer(8 + size).text(type).uint32(0);

const toXyz = (values: readonly number[]): Uint8Array => typed('XYZ ', 12).fixed(values).bytes;

/** A text in English. */
function toText(text: string): Uint8Array {
  const bytes = 2 * text.length;
  const writer = typed('mluc', 20 + bytes)
    .uint32(1, 12)
    .text('enUS')
    .uint32(bytes, 28);
  return writer.uint16(...Array.from(text, (character) => character.charCodeAt(0))).bytes;
}

/** A text of version 2, with its end (ICC.1:1998-09, 6.5.18). */
const toPlainText = (text: string): Uint8Array => typed('text', text.length + 1).text(text).bytes;

/** The description of version 2, without texts in Unicode and for the Macintosh (ICC.1:1998-09, 6.5.17). */
const toDescription = (text: string): Uint8Array =>
  typed('desc', 4 + text.length + 1 + 8 + 70)
    .uint32(text.length + 1)
    .text(text).bytes;

/** The curve at as many places as version 2 needs for a smooth one (ICC.1:1998-09, 6.5.3). */
function toTable(): Uint8Array {
  const [g = 1, a = 1, b = 0, c = 1, d = 0] = CURVE;
  const values = Array.from({ length: CURVE_PLACES }, (_, index) => {
    const x = index / (CURVE_PLACES - 1);
    return Math.round((x >= d ? (a * x + b) ** g : c * x) * 65_535);
  });
  return typed('curv', 4 + 2 * CURVE_PLACES)
    .uint32(CURVE_PLACES)
    .uint16(...values).bytes;
}

const CURVE_PLACES = 1024;

function listTags(version: IccVersion): [string, Uint8Array][] {
  const isOld = version === 2;
  const curve = isOld
    ? toTable()
    : typed('para', 4 + 4 * CURVE.length)
        .uint16(CURVE_TYPE, 0)
        .fixed(CURVE).bytes;
  return [
    ['desc', isOld ? toDescription('sRGB') : toText('sRGB')],
    ['cprt', isOld ? toPlainText('No copyright') : toText('No copyright')],
    ['wtpt', toXyz(D50)],
    ...(isOld ? [] : [['chad', typed('sf32', 36).fixed(ADAPTATION).bytes] as [string, Uint8Array]]),
    ...Object.entries(PRIMARIES).map(([name, values]): [string, Uint8Array] => [name, toXyz(values)]),
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ];
}

const MAX_TAGS = 100;

/** The primaries of two programs differ by less than this. */
const TOLERANCE = 0.002;

/** Returns whether a profile of version 4 is one of sRGB, with the same primaries and the same curve. */
export function isSrgbProfile(profile: Uint8Array): boolean {
  const view = new DataView(profile.buffer, profile.byteOffset, profile.byteLength);
  try {
    const places = new Map<string, number>();
    for (let index = 0; index < Math.min(view.getUint32(HEADER_BYTES), MAX_TAGS); index += 1) {
      const at = HEADER_BYTES + 4 + ENTRY_BYTES * index;
      places.set(String.fromCharCode(...profile.subarray(at, at + 4)), view.getUint32(at + 4));
    }
    const hasNumbers = (name: string, skip: number, numbers: readonly number[]): boolean =>
      numbers.every((number, index) => {
        const at = (places.get(name) ?? profile.byteLength) + skip + 4 * index;
        return Math.abs(view.getInt32(at) / 65_536 - number) < TOLERANCE;
      });
    // Skia writes the curve with two numbers more, which are 0 (type 4).
    const isCurve = (name: string): boolean => {
      const type = view.getUint16((places.get(name) ?? profile.byteLength) + 8);
      const numbers = type === CURVE_TYPE + 1 ? [...CURVE, 0, 0] : CURVE;
      return (type === CURVE_TYPE || type === CURVE_TYPE + 1) && hasNumbers(name, 12, numbers);
    };
    return (
      ['rTRC', 'gTRC', 'bTRC'].every(isCurve) &&
      Object.entries(PRIMARIES).every(([name, numbers]) => hasNumbers(name, 8, numbers))
    );
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

const padded = (size: number): number => Math.ceil(size / 4) * 4;

type IccVersion = 2 | 4;

const VERSIONS = { 2: 0x02_10_00_00, 4: 0x04_30_00_00 } as const;

export function makeSrgbProfile(version: IccVersion): Uint8Array<ArrayBuffer> {
  const tags = listTags(version);
  const tableEnd = HEADER_BYTES + 4 + ENTRY_BYTES * tags.length;
  // Tags that are equal share their bytes.
  const places = new Map<Uint8Array, number>();
  let size = tableEnd;
  for (const [, bytes] of tags) {
    if (places.has(bytes)) continue;
    places.set(bytes, size);
    size += padded(bytes.byteLength);
  }
  const writer = new Writer(size).uint32(size, 0, VERSIONS[version]).text('mntrRGB XYZ ');
  // A fixed date, so that the profile is the same in each file.
  writer.uint16(2026, 1, 1, 0, 0, 0).text('acsp').moveTo(68).fixed(D50);
  writer.moveTo(HEADER_BYTES).uint32(tags.length);
  for (const [name, bytes] of tags) writer.text(name).uint32(places.get(bytes) ?? 0, bytes.byteLength);
  for (const [bytes, place] of places) writer.bytes.set(bytes, place);
  return writer.bytes;
}
