import { parseXml } from './parse-xml.ts';

/** A number in a sheet stands for one of these. */
export type NumberKind =
  | { readonly kind: 'number' | 'date' | 'duration' }
  | { readonly kind: 'digits'; readonly count: number };

const NUMBER: NumberKind = { kind: 'number' };
const DATE: NumberKind = { kind: 'date' };

/** Source: ECMA-376, part 1, 18.8.30. The languages of East Asia use 27 to 36 and 50 to 58. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Returns the formats of the cell styles. The style of a cell is an index of this list. */
export function readNumberFormats(styles: string): readonly NumberKind[] {
  const own = new Map<number, NumberKind>();
  const kinds: NumberKind[] = [];
  let isInCells = false;
  parseXml(styles, {
    open(name, { numFmtId = '0', formatCode = '' }, decode) {
      const id = Number(numFmtId);
      if (name === 'numFmt') own.set(id, kindOf(decode(formatCode)));
      if (name === 'cellXfs') isInCells = true;
      if (name === 'xf' && isInCells) kinds.push(own.get(id) ?? (isBuiltInDate(id) ? DATE : NUMBER));
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return kinds;
}

/** Text in quotation marks, escaped characters, colours and conditions are no part of a date. */
function kindOf(code: string): NumberKind {
  const [first = ''] = code.split(';');
  if (/^0{2,20}$/.test(first)) return { kind: 'digits', count: first.length };
  const shown = first.replaceAll(/"[^"]*"|\\.|_.|\*./gu, '');
  if (/\[(h+|m+|s+)\]/i.test(shown)) return { kind: 'duration' };
  const plain = shown.replaceAll(/\[[^\]]*\]/g, '');
  return /[dmyhs]/i.test(plain) && !/general/i.test(plain) ? DATE : NUMBER;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Excel treats 1900 as a leap year, so smaller numbers than this are one day off. */
const FIRST_OF_MARCH_1900 = 61;

/** `2026-11-26`, `2026-11-26T09:30:00` or `09:30:00`. It is null if the number is no date. */
export function toDateText(serial: number, is1904: boolean): string | null {
  const leap = !is1904 && serial >= 1 && serial < FIRST_OF_MARCH_1900 ? 1 : 0;
  const epoch = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const at = new Date(epoch + Math.round((serial + leap) * (DAY_MS / 1_000)) * 1_000);
  if (serial < 0 || Number.isNaN(at.valueOf()) || at.getUTCFullYear() > 9_999) return null;
  const [day = '', time = ''] = at.toISOString().slice(0, 19).split('T');
  if (serial < 1) return time;
  return time === '00:00:00' ? day : `${day}T${time}`;
}

const twoDigits = (part: number): string => String(part).padStart(2, '0');

/** `26:30:00`. */
export function toDurationText(days: number): string {
  const seconds = Math.round(Math.abs(days) * (DAY_MS / 1_000));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return `${days < 0 ? '-' : ''}${hours}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}`;
}
