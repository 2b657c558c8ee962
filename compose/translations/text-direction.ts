/** Scripts that are written from right to left, by their code in ISO 15924. */
const RIGHT_TO_LEFT = new Set([
  'Adlm',
  'Arab',
  'Aran',
  'Hebr',
  'Mand',
  'Mend',
  'Nkoo',
  'Rohg',
  'Samr',
  'Syrc',
  'Thaa',
  'Yezi',
]);

/** `rtl` or `ltr`, for `<html dir>`. `Intl` alone knows it in some browsers only. */
export function textDirection(locale: string): 'rtl' | 'ltr' {
  try {
    return RIGHT_TO_LEFT.has(new Intl.Locale(locale).maximize().script ?? '') ? 'rtl' : 'ltr';
  } catch {
    return 'ltr';
  }
}
