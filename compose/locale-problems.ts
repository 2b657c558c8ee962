import type { RenderWarning } from '@platen/pdf';
import type { PdfOptions } from '../schema/api/pdf-options.ts';
import { isLocale, isTimeZone } from './helpers/intl.ts';
import { cut } from './source-text.ts';

/** @param field the object that has the names, null for a row of a batch, which the caller names */
export function findLocaleProblems(
  { locale, timeZone }: Pick<PdfOptions, 'locale' | 'timeZone'>,
  field: 'settings' | 'options' | null,
): string[] {
  const prefix = field === null ? '' : `${field}.`;
  const problems: string[] = [];
  if (locale !== undefined && !isLocale(locale))
    problems.push(`${prefix}locale: "${cut(locale, 60)}" is not a known locale such as "de-DE"`);
  if (timeZone !== undefined && !isTimeZone(timeZone))
    problems.push(
      `${prefix}timeZone: "${cut(timeZone, 60)}" is not a known time zone such as "Europe/Berlin"`,
    );
  return problems;
}

/** Warns of a locale whose formats are those of another one. @param asked `options.locale` of the request */
export const localeReplaced = (
  [locale, standIn]: readonly [string, string],
  asked: string | undefined,
): RenderWarning => ({
  code: 'LOCALE_FALLBACK',
  message: `There are no formats for "${cut(locale, 60)}" here: its numbers, dates and plurals are those of "${standIn}".`,
  field: locale === asked ? 'options.locale' : null,
});
