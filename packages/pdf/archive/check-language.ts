import { readTextString } from '../file/syntax.ts';
import type { Check } from './check.ts';

/** Matches a language tag (BCP 47), as validators read it. */
export const LANGUAGE = /^[A-Za-z]{1,8}(?:-[A-Za-z\d]{1,8})*$/;

/** Returns the message for a language that does not match. */
export const describeLanguage = (language: string): string =>
  `"${language.slice(0, 60)}" is not a language tag such as "de-DE"`;

/** @param written the string as it is in the file */
export function checkLanguage({ problems }: Check, place: string, written: string): void {
  const language = readTextString(written);
  if (language !== '' && !LANGUAGE.test(language)) problems.add('6.7.4', place, describeLanguage(language));
}
