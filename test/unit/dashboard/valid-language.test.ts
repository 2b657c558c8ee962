import { expect, test } from 'vitest';
import { correctLanguage } from '../../../dashboard/valid-language.ts';

test.each([
  ['en-US@posix', 'en-US'],
  ['de_AT.UTF-8', 'de-AT'],
  ['C', 'en'],
  ['', 'en'],
  ['sr-Latn-RS', 'sr-Latn-RS'],
])('the language %s becomes %s, which Intl takes', (language, corrected) => {
  // As in a browser, where an assignment has no effect.
  const browser: { readonly language: string } = Object.create({
    get language() {
      return language;
    },
  });
  correctLanguage(browser);
  expect(browser.language).toBe(corrected);
  expect(new Intl.NumberFormat(browser.language).resolvedOptions().locale).toMatch(/^[a-z]{2}/);
});
