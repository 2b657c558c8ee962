const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

const LATIN = 'abcdefghijklmnopqrstuvwxyz';

const ALPHABETS: ReadonlyMap<string, string> = new Map([
  ['alpha', LATIN],
  ['latin', LATIN],
  ['greek', 'αβγδεζηθικλμνξοπρστυφχψω'],
]);

/** The code points of the digit 0. */
const ZEROS: ReadonlyMap<string, number> = new Map([
  ['arabic-indic', 0x06_60],
  ['persian', 0x06_f0],
  ['devanagari', 0x09_66],
  ['bengali', 0x09_e6],
  ['gurmukhi', 0x0a_66],
  ['gujarati', 0x0a_e6],
  ['oriya', 0x0b_66],
  ['tamil', 0x0b_e6],
  ['telugu', 0x0c_66],
  ['kannada', 0x0c_e6],
  ['malayalam', 0x0d_66],
  ['thai', 0x0e_50],
  ['lao', 0x0e_d0],
  ['tibetan', 0x0f_20],
  ['myanmar', 0x10_40],
  ['khmer', 0x17_e0],
  ['cambodian', 0x17_e0],
  ['mongolian', 0x18_10],
]);

/**
 * Writes a counter in one of the common predefined styles of css-counter-styles-3. Any other style is decimal.
 * @param style such as `lower-roman`
 */
export function formatCounter(value: number, style: string): string {
  if (style === 'none') return '';
  if (style === 'decimal-leading-zero')
    return `${value < 0 ? '-' : ''}${`${Math.abs(value)}`.padStart(2, '0')}`;
  const zero = ZEROS.get(style);
  if (zero !== undefined)
    return `${value}`.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
  const [, letterCase, system = ''] = /^(lower|upper)-(\w+)$/.exec(style) ?? [];
  const written = system === 'roman' ? toRoman(value) : toLetters(value, ALPHABETS.get(system));
  if (written === null) return `${value}`;
  return letterCase === 'upper' ? written.toUpperCase() : written;
}

/** Returns null if the number has no form in this system. */
function toRoman(value: number): string | null {
  if (value < 1 || value > 3999) return null;
  let [rest, text] = [value, ''];
  for (const [weight, letters] of ROMAN) {
    const count = Math.floor(rest / weight);
    text += letters.repeat(count);
    rest -= count * weight;
  }
  return text;
}

function toLetters(value: number, alphabet: string | undefined): string | null {
  if (alphabet === undefined || value < 1) return null;
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor((rest - 1) / alphabet.length))
    text = (alphabet[(rest - 1) % alphabet.length] ?? '') + text;
  return text;
}
