import { trimXml } from '../xml/text.ts';
import type { Group } from './group.ts';

/** Turns `20261127` into `2026-11-27`. Any other text stays, and the rules say what is wrong with it. */
export const isoDate = (text: string): string => trimXml(text).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');

export const ciiDate = (text: string): string => text.replaceAll('-', '');

/** The codes of UNTDID 2475, which CII has, and those of UNTDID 2005, which UBL and data have. */
export const VAT_POINT_OF_CII: ReadonlyMap<string, string> = new Map([
  ['5', '3'],
  ['29', '35'],
  ['72', '432'],
]);

export const VAT_POINT_IN_CII: ReadonlyMap<string, string> = new Map(
  [...VAT_POINT_OF_CII].map(([cii, ubl]) => [ubl, cii]),
);

/** Splits a note of UBL, which has its subject code in its text: `#AAI#The text`. */
export function readNote(note: Group): void {
  const value = note.value('BT-22');
  const [, code, text] = /^#([^#\n]{1,20})#([^]*)$/.exec(value?.text ?? '') ?? [];
  if (value === null || code === undefined || text === undefined) return;
  note.values.set('BT-21', [{ ...value, text: code }]);
  note.values.set('BT-22', [{ ...value, text }]);
}

/** Returns whether a text is a date of the calendar. */
export function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  // There is no year 0000 in XML Schema 1.0, nor in the calendar.
  if (year === undefined || month === undefined || day === undefined || year === '0000') return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}
