const DIGIT = /\p{Nd}/gu;

/** Greek capitals of style sheets have no accents. */
const GREEK_ACCENTS = /(?<=\p{Script=Greek}\p{M}{0,3})[\u{301}\u{308}]/gu;

/** Writes digits of all scripts as `0` to `9`, and the signs of Arabic numbers as Latin ones. */
export const foldNumbers = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(DIGIT, (digit) => (digit <= '9' ? digit : String(digitValue(digit))))
    .replaceAll('٫', '.')
    .replaceAll(/[٬’`´]/g, "'");

/** A style sheet may change the case of a text. */
export const foldCase = (text: string): string =>
  foldNumbers(text)
    .toUpperCase()
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(GREEK_ACCENTS, '')
    .replaceAll('ς', 'σ')
    .normalize('NFC');

/** The digits of a script follow each other from zero. */
function digitValue(digit: string): number {
  const point = digit.codePointAt(0) ?? 0;
  let zero = point;
  while (point - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (point - zero) % 10;
}
