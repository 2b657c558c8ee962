/** The mark before the fraction in the numbers of a file. It is null if they do not show it. */
export type DecimalMark = ',' | '.' | null;

/** A number that was read, or the reason why it was not. */
export type ReadNumber = { readonly number: number } | { readonly problem: string };

const PLAIN = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i;
const WITH_COMMA = /^[+-]?(\d+|[1-9]\d{0,2}(\.\d{3})+)(,\d+)?$/;
const WITH_POINT = /^[+-]?(\d+|[1-9]\d{0,2}(,\d{3})+)(\.\d+)?$/;

/** `1 234,50` and `1'234.50` */
const GROUP_SPACES = /(?<=\d)[ \u00A0\u202F'’](?=\d{3}(?!\d))/g;

/** Both `1.234` and `1,234` are two numbers. */
const isAmbiguous = (text: string): boolean => /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(text);

/** Finds the mark of a file: numbers such as `12,50` have one meaning. */
export function findDecimalMark(texts: Iterable<string>): DecimalMark {
  const marks = new Set<DecimalMark>();
  for (const text of texts) {
    const plain = text.trim().replaceAll(GROUP_SPACES, '');
    if (isAmbiguous(plain)) continue;
    if (WITH_COMMA.test(plain) && plain.includes(',')) marks.add(',');
    else if (WITH_POINT.test(plain) && plain.includes('.')) marks.add('.');
  }
  const [mark = null] = marks;
  return marks.size === 1 ? mark : null;
}

export function readNumber(text: string, mark: DecimalMark): ReadNumber {
  const plain = text.replaceAll(GROUP_SPACES, '');
  if (isAmbiguous(plain) && plain.includes(',') && mark === null) {
    const [whole, fraction] = plain.split(',');
    return { problem: `can be ${whole}${fraction} and ${whole}.${fraction}: write one of them` };
  }
  const isComma = isAmbiguous(plain) ? mark === ',' : WITH_COMMA.test(plain) && !PLAIN.test(plain);
  if (isComma) return { number: Number(plain.replaceAll('.', '').replace(',', '.')) };
  if (WITH_POINT.test(plain)) return { number: Number(plain.replaceAll(',', '')) };
  return PLAIN.test(plain) ? { number: Number(plain) } : { problem: 'is not a number such as 1234.5' };
}

/** The digits that every JSON number keeps. */
const EXACT_DIGITS = 15;

/** Returns whether a number would lose what the text has: zeros at its beginning, or digits. */
export function losesDigits(text: string): boolean {
  const [digits = ''] = text.split(/e/i);
  return /^[+-]?0\d/.test(text) || digits.replaceAll(/\D/g, '').replace(/^0+/, '').length > EXACT_DIGITS;
}
