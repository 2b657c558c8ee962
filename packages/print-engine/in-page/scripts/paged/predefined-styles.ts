import {
  additive,
  alphabetic,
  type CounterStyle,
  cyclic,
  fixed,
  numeric,
  type Range,
  toStyle,
} from './counter-systems.ts';
import { EAST_ASIAN } from './east-asian-styles.ts';

/** The code points of the digit 0. */
const ZEROS: Readonly<Record<string, number>> = {
  decimal: 0x00_30,
  'arabic-indic': 0x06_60,
  persian: 0x06_f0,
  urdu: 0x06_f0,
  devanagari: 0x09_66,
  bengali: 0x09_e6,
  gurmukhi: 0x0a_66,
  gujarati: 0x0a_e6,
  oriya: 0x0b_66,
  tamil: 0x0b_e6,
  telugu: 0x0c_66,
  kannada: 0x0c_e6,
  malayalam: 0x0d_66,
  thai: 0x0e_50,
  lao: 0x0e_d0,
  tibetan: 0x0f_20,
  myanmar: 0x10_40,
  khmer: 0x17_e0,
  cambodian: 0x17_e0,
  mongolian: 0x18_10,
};

const LATIN = 'abcdefghijklmnopqrstuvwxyz';

const GREEK = 'αβγδεζηθικλμνξοπρστυφχψω';

const ALPHABETS: Readonly<Record<string, string>> = {
  'lower-alpha': LATIN,
  'lower-latin': LATIN,
  'upper-alpha': LATIN.toUpperCase(),
  'upper-latin': LATIN.toUpperCase(),
  'lower-greek': GREEK,
  'upper-greek': GREEK.toUpperCase(),
  hiragana:
    'あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん',
  'hiragana-iroha':
    'いろはにほへとちりぬるをわかよたれそつねならむうゐのおくやまけふこえてあさきゆめみしゑひもせす',
  katakana:
    'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヰヱヲン',
  'katakana-iroha':
    'イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス',
  hangul: '가나다라마바사아자차카타파하',
  'hangul-consonant': 'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ',
  'ethiopic-halehame': 'ሀለሐመሠረሰቀበተኀነአከወዐዘየደገጠጰጸፀፈፐ',
  'ethiopic-halehame-am': 'ሀለሐመሠረሰሸቀበተቸኀነኘአከኸወዐዘዠየደጀገጠጨጰጸፀፈፐ',
  'ethiopic-halehame-ti-er': 'ሀለሐመረሰሸቀቐበተቸነኘአከኸወዐዘዠየደጀገጠጨጰጸፈፐ',
  'ethiopic-halehame-ti-et': 'ሀለሐመሠረሰሸቀቐበተቸኀነኘአከኸወዐዘዠየደጀገጠጨጰጸፀፈፐ',
};

const SIGNS: Readonly<Record<string, string>> = {
  disc: '•',
  circle: '◦',
  square: '■',
  'disclosure-open': '▾',
  'disclosure-closed': '▸',
  none: '',
};

const LISTS: Readonly<Record<string, string>> = {
  'cjk-earthly-branch': '子丑寅卯辰巳午未申酉戌亥',
  'cjk-heavenly-stem': '甲乙丙丁戊己庚辛壬癸',
};

const CJK_DIGITS = '〇一二三四五六七八九';

const ROMAN = [
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
] as const;

const ROMAN_RANGES: readonly Range[] = [[1, 3_999]];

/** The letters for 1 to 9, 10 to 90, and so on, up to 10,000. */
const GEORGIAN = 'აბგდევზჱთიკლმნჲოპჟრსტჳფქღყშჩცძწჭხჴჯჰჵ';

/** The letters for 1 to 9, 10 to 90 and 100 to 400. */
const HEBREW = 'אבגדהוזחטיכלמנסעפצקרשת';
const HEBREW_ZERO = 'אפס';
/** Separates the thousands. */
const GERESH = '׳';

/** The letters for 1 to 9, 10 to 90, and so on, up to 9,000. */
const ARMENIAN = Array.from({ length: 36 }, (_, index) => String.fromCodePoint(0x05_31 + index)).join('');
/** Multiplies the letter before it by 10,000. */
const CIRCUMFLEX = '\u{302}';

const ETHIOPIC_ONES = '፩፪፫፬፭፮፯፰፱';
const ETHIOPIC_TENS = '፲፳፴፵፶፷፸፹፺';
const ETHIOPIC_HUNDRED = '፻';
const ETHIOPIC_MYRIAD = '፼';

/** Pairs each letter with its weight, from the highest. */
const toWeights = (letters: string): [weight: number, letter: string][] =>
  Array.from(letters, (letter, index): [number, string] => [
    10 ** Math.floor(index / 9) * ((index % 9) + 1),
    letter,
  ]).toReversed();

const HEBREW_LETTERS = additive(toWeights(HEBREW)).write;

/** 15 and 16 would be parts of a name of God, so they have other letters. */
const writeHebrewBelow1000 = (value: number): string =>
  (HEBREW_LETTERS(value) ?? '').replace(/יה$/, 'טו').replace(/יו$/, 'טז');

function writeHebrew(value: number): string {
  if (value === 0) return HEBREW_ZERO;
  const thousands = Math.floor(value / 1_000);
  const below = writeHebrewBelow1000(value % 1_000);
  return thousands === 0 ? below : `${writeHebrewBelow1000(thousands)}${GERESH}${below}`;
}

const ARMENIAN_BELOW_10000 = additive([...toWeights(ARMENIAN), [0, '']]).write;

function writeArmenian(value: number): string {
  const high = ARMENIAN_BELOW_10000(Math.floor(value / 10_000)) ?? '';
  return `${high.replaceAll(/./g, `$&${CIRCUMFLEX}`)}${ARMENIAN_BELOW_10000(value % 10_000) ?? ''}`;
}

/** Source: css-counter-styles-3, 7.2. */
function writeEthiopic(value: number): string {
  if (value === 1) return ETHIOPIC_ONES.charAt(0);
  const groups: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 100)) groups.push(rest % 100);
  return groups
    .map((group, index) => {
      const isLeftOut = group === 1 && (index === groups.length - 1 || index % 2 === 1);
      const digits = isLeftOut
        ? ''
        : ETHIOPIC_TENS.charAt(Math.floor(group / 10) - 1) + ETHIOPIC_ONES.charAt((group % 10) - 1);
      if (index % 2 === 1) return group === 0 ? '' : digits + ETHIOPIC_HUNDRED;
      return index === 0 ? digits : digits + ETHIOPIC_MYRIAD;
    })
    .toReversed()
    .join('');
}

const LETTER_RANGES: Readonly<Record<string, readonly Range[]>> = {
  armenian: [[1, 99_999_999]],
  georgian: [[1, 19_999]],
  hebrew: [[0, 999_999]],
};

const withLetters = (name: string, write: CounterStyle['write']): CounterStyle =>
  toStyle(additive([]), { write, ranges: LETTER_RANGES[name] ?? [[1, Infinity]] });

const upperArmenian = withLetters('armenian', writeArmenian);

const mapValues = <Value>(
  values: Readonly<Record<string, Value>>,
  toCounterStyle: (value: Value) => CounterStyle,
): [string, CounterStyle][] => Object.entries(values).map(([name, value]) => [name, toCounterStyle(value)]);

/** The styles that Chromium knows, and `upper-greek`. Source: css-counter-styles-3, 6 and 7, and the ready-made styles of the W3C for Korean, Ethiopic and Urdu. */
export const PREDEFINED: ReadonlyMap<string, CounterStyle> = new Map([
  ...mapValues(ZEROS, (zero) =>
    toStyle(numeric(Array.from({ length: 10 }, (_, digit) => String.fromCodePoint(zero + digit)))),
  ),
  ...mapValues(ALPHABETS, (letters) => toStyle(alphabetic(Array.from(letters)))),
  ...mapValues(SIGNS, (sign) => toStyle(cyclic([sign]))),
  ...mapValues(LISTS, (letters) => toStyle(fixed(Array.from(letters), 1), { fallback: 'cjk-decimal' })),
  ['decimal-leading-zero', toStyle(numeric(Array.from('0123456789')), { pad: [2, '0'] })],
  ['cjk-decimal', toStyle(numeric(Array.from(CJK_DIGITS)), { ranges: [[0, Infinity]] })],
  ['lower-roman', toStyle(additive(ROMAN), { ranges: ROMAN_RANGES })],
  [
    'upper-roman',
    toStyle(additive(ROMAN.map(([weight, letters]) => [weight, letters.toUpperCase()])), {
      ranges: ROMAN_RANGES,
    }),
  ],
  ['georgian', withLetters('georgian', additive(toWeights(GEORGIAN)).write)],
  ['hebrew', withLetters('hebrew', writeHebrew)],
  ['armenian', upperArmenian],
  ['upper-armenian', upperArmenian],
  ['lower-armenian', withLetters('armenian', (value) => writeArmenian(value).toLowerCase())],
  ['ethiopic-numeric', withLetters('ethiopic-numeric', writeEthiopic)],
  ...EAST_ASIAN,
]);
