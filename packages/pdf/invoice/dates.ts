import { foldCase } from './fold.ts';
import type { TextIndex } from './text-index.ts';

/** Languages whose dates are known, with those of the EU. Their names of months are those of `Intl`. */
const LANGUAGES =
  'en de fr it es pt nl pl cs sk sl hr hu ro bg el da sv fi et lv lt ga mt no is tr ru uk sr bs mk sq ca eu gl cy he ar hi id ms vi'.split(
    ' ',
  );

/** These print dates of other calendars, or in digits of their own. */
const OTHERS = ['th-TH', 'fa-IR', 'ar-SA', 'ja-JP', 'ko-KR', 'zh-CN', 'zh-TW', 'ja-JP-u-ca-japanese'];
const STYLES = ['long', 'medium', 'short'] as const;

/** The names of a month are made with 100 formats. */
const NAMES_WORK = 2_000_000;

const AFTER_DAY = '(?:st|nd|rd|th|er|ero|º|ª|o|a|e|ta|à)?(?:de|of|den|di)?';
const BEFORE_YEAR = '(?:de|del|di|of|г|р|m|gada)?';

interface Parts {
  readonly year: string;
  readonly month: string;
  readonly day: string;
}

export interface DateMeans {
  readonly words: TextIndex;
  readonly codes: TextIndex;
  readonly orders: DayOrders;
  readonly charge: (work: number) => void;
}

/** Whether the day may be before the month, and after it. */
export type DayOrders = readonly [isFirst: boolean, isSecond: boolean];

/** Finds out which order the dates of a text have, if one of them shows it: `27/11/2026` begins with the day. */
export function readDayOrders(codes: TextIndex): DayOrders {
  let [isFirst, isSecond] = [false, false];
  for (const [, one, , other] of codes.text.matchAll(
    /(?<!\d)(\d{1,2})([/-])(\d{1,2})\2(?:\d{4}|\d\d)(?!\d)/g,
  )) {
    isFirst ||= Number(one) > 12;
    isSecond ||= Number(other) > 12;
  }
  return isFirst === isSecond ? [true, true] : [isFirst, isSecond];
}

/** Returns where a date is printed, in the words or the codes, or null. @param iso `2026-11-27` @param isMonth month and year are enough */
export function findDate(iso: string, isMonth: boolean, means: DateMeans): boolean {
  const [year = '', month = '', day = ''] = iso.split('-');
  const parts = { year, month, day };
  const { words, codes, orders } = means;
  if (numericForms(parts, orders, isMonth).some((form) => codes.find(form) >= 0)) return true;
  means.charge(NAMES_WORK);
  if (hasMatch(words, namedForm(parts, isMonth))) return true;
  return !isMonth && otherForms(iso).some((form) => words.find(words.fold(form)) >= 0);
}

/** Returns the dates in numbers that a text has, such as `27.11.2026`. */
export const listDates = (text: string): string[] =>
  text.match(/(?<![\d.,])(?:\d{1,2}([./-]) ?\d{1,2}\1 ?\d{2,4}|\d{4}([./-]) ?\d{1,2}\2 ?\d{1,2})(?!\d)/g) ??
  [];

const plain = (text: string): string => text.replace(/^0/, '');

/** Returns a date as it is written in numbers, without spaces. */
export function numericForms(
  { year, month, day }: Parts,
  [isFirst, isSecond]: DayOrders,
  isMonth = false,
): string[] {
  const days = new Set([day, plain(day)]);
  const months = new Set([month, plain(month)]);
  const forms: string[] = [];
  for (const sign of ['.', '/', '-'])
    for (const m of months) {
      if (isMonth) forms.push(`${m}${sign}${year}`, `${year}${sign}${m}`);
      for (const d of days) {
        forms.push(`${year}${sign}${m}${sign}${d}`);
        if (isMonth) forms.push(`${d}${sign}${m}${sign === '.' ? sign : ''}`);
        for (const y of [year, year.slice(2)]) {
          if (isFirst || sign === '.') forms.push(`${d}${sign}${m}${sign}${y}`);
          if (isSecond && sign !== '.') forms.push(`${m}${sign}${d}${sign}${y}`);
        }
      }
    }
  return forms;
}

/** Returns a pattern for the date with the name of its month. */
function namedForm({ year, month, day }: Parts, isMonth: boolean): RegExp {
  const names = namesOf(Number(month)).join('|');
  const [y, d, m] = [`(?:${year}|${year.slice(2)})`, `0?${Number(day)}`, `0?${Number(month)}`];
  // In `July 2026`, 20 is no day, and 26 no year.
  const yearAfterDay = year.startsWith(day) ? year : y;
  const forms = [
    `${d}${AFTER_DAY}(?:${names})${BEFORE_YEAR}${y}`,
    `(?:${names})${d}${AFTER_DAY}${yearAfterDay}`,
    `${year}(?:e|ko|m|gada)?(?:${names})${d}`,
    `${year}[年년]${m}[月월]${d}[日일]`,
    ...(isMonth ? [`(?:${names})${BEFORE_YEAR}${year}`, `${year}[年년]?(?:${names}|${m}[月월])`] : []),
  ];
  // The time is bounded: the pattern has words, and no runs.
  return new RegExp(forms.join('|'), 'g');
}

function hasMatch(words: TextIndex, pattern: RegExp): boolean {
  for (let found = pattern.exec(words.text); found !== null; found = pattern.exec(words.text)) {
    if (words.isBoundary(found.index) && words.isBoundary(pattern.lastIndex)) return true;
    // `08` may be the end of another number and the day.
    pattern.lastIndex = found.index + 1;
  }
  return false;
}

const names = new Map<number, readonly string[]>();

/** Returns the names and the short names of a month in all languages, folded for a pattern. */
function namesOf(month: number): readonly string[] {
  const known = names.get(month);
  if (known !== undefined) return known;
  const date = new Date(Date.UTC(2026, month - 1, 15));
  const found = new Set<string>();
  for (const language of LANGUAGES)
    for (const style of ['long', 'short'] as const) {
      const standalone = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' });
      const whole = new Intl.DateTimeFormat(language, {
        day: 'numeric',
        month: style,
        year: 'numeric',
        timeZone: 'UTC',
      });
      found.add(standalone.format(date));
      found.add(whole.formatToParts(date).find(({ type }) => type === 'month')?.value ?? '');
    }
  const folded = Array.from(found, foldName).filter((name) => /\p{L}/u.test(name));
  const sorted = [...new Set(folded)].toSorted((one, other) => other.length - one.length);
  names.set(month, sorted);
  return sorted;
}

const foldName = (name: string): string => foldCase(name).replaceAll(/[^\p{L}\p{N}\p{M}]/gu, '');

let formats: readonly Intl.DateTimeFormat[] | null = null;

function otherForms(iso: string): string[] {
  const date = new Date(`${iso}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return [];
  // A format takes longer to make than to use.
  formats ??= OTHERS.flatMap((locale) =>
    STYLES.map((dateStyle) => new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' })),
  );
  return formats.map((format) => format.format(date));
}
