import { readTextString } from '../file/syntax.ts';
import type { Check } from './check.ts';

/** A language tag (BCP 47), as validators read it. */
export const LANGUAGE = /^[A-Za-z]{1,8}(?:-[A-Za-z\d]{1,8})*$/;

/** @param written the string in the file */
export function checkLanguage({ problems }: Check, place: string, written: string): void {
  const language = readTextString(written);
  if (language !== '' && !LANGUAGE.test(language))
    problems.add('6.7.4', place, `"${language.slice(0, 60)}" is no language, such as "de-DE"`);
}
