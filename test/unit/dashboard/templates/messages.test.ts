import { describe, expect, test } from 'vitest';
import {
  changeText,
  countMissing,
  findKeyProblem,
  findLocaleProblem,
  readTable,
  withKey,
  withLocale,
  withMessage,
  withoutKey,
  withoutLocale,
  withoutMessage,
} from '../../../../dashboard/pages/templates/languages/messages.ts';

const TEXT = JSON.stringify({
  en: { title: 'Invoice', status: { paid: 'paid', open: 'open' }, 'a.b': 'x' },
  de: { status: { paid: 'bezahlt' }, only: 'nur' },
});

const changed = (change: Parameters<typeof changeText>[1], text = TEXT): unknown => {
  const written = changeText(text, change);
  return written === '' ? null : JSON.parse(written);
};

const { en, de } = JSON.parse(TEXT);

describe('the table of translations', () => {
  test('has a row for each key of any locale, in their order', () => {
    const table = readTable(TEXT);
    expect(table?.locales).toEqual(['en', 'de']);
    expect(table?.rows).toEqual([
      { key: 'title', messages: { en: 'Invoice', de: undefined } },
      { key: 'status.paid', messages: { en: 'paid', de: 'bezahlt' } },
      { key: 'status.open', messages: { en: 'open', de: undefined } },
      { key: 'a.b', messages: { en: 'x', de: undefined } },
      { key: 'only', messages: { en: undefined, de: 'nur' } },
    ]);
    expect(table && [countMissing(table, 'en'), countMissing(table, 'de')]).toEqual([1, 3]);
  });

  test('is empty without translations, and none for JSON that is not finished', () => {
    expect(readTable('')).toEqual({ locales: [], rows: [] });
    expect(readTable('{"en": {')).toBeNull();
    expect(readTable('{"en": "x"}')).toBeNull();
  });
});

describe('a change', () => {
  test.each<readonly [string, Parameters<typeof changeText>[1], unknown]>([
    ['adds a locale', withLocale('fr'), { en, de, fr: {} }],
    ['removes a locale', withoutLocale('en'), { de }],
    ['adds a key to the first locale', withKey('new'), { en: { ...en, new: '' }, de }],
    [
      'adds a key where its object is',
      withKey('status.late'),
      { en: { ...en, status: { ...en.status, late: '' } }, de },
    ],
    [
      'keeps the keys that begin with a new key',
      withKey('status'),
      { en: { title: 'Invoice', 'a.b': 'x', status: '', 'status.paid': 'paid', 'status.open': 'open' }, de },
    ],
    ['writes a message', withMessage('de', 'title', 'Rechnung'), { en, de: { ...de, title: 'Rechnung' } }],
    [
      'writes a message in an object',
      withMessage('en', 'status.open', 'due'),
      { en: { ...en, status: { paid: 'paid', open: 'due' } }, de },
    ],
    ['writes a key with a dot where it is', withMessage('en', 'a.b', 'y'), { en: { ...en, 'a.b': 'y' }, de }],
    [
      'removes a message',
      withoutMessage('en', 'status.open'),
      { en: { ...en, status: { paid: 'paid' } }, de },
    ],
    ['removes an object without messages', withoutMessage('de', 'status.paid'), { en, de: { only: 'nur' } }],
    [
      'removes a key from all locales',
      withoutKey('status.paid'),
      { en: { ...en, status: { open: 'open' } }, de: { only: 'nur' } },
    ],
    ['leaves what it does not find', withoutKey('none.at.all'), { en, de }],
  ])('%s', (_what, change, expected) => {
    expect(changed(change)).toEqual(expected);
  });

  test('keeps the order of what it does not change', () => {
    expect(Object.keys(changed(withMessage('en', 'title', 'Bill')) as object)).toEqual(['en', 'de']);
  });

  test('that removes the last locale leaves no text', () => {
    expect(changed(withoutLocale('en'), '{"en":{}}')).toBeNull();
    expect(changed(withLocale('en'), '')).toEqual({ en: {} });
  });
});

test('a locale must be known and new, and a key must be new', () => {
  const table = { locales: ['en', 'pt-BR'], rows: [{ key: 'title', messages: {} }] };
  expect(findLocaleProblem(table, 'de')).toBeNull();
  expect(findLocaleProblem(table, '')).toBeNull();
  expect(findLocaleProblem(table, 'pt-br')).toBe('The template already has this locale.');
  expect(findLocaleProblem(table, 'de_DE')).toBe('Enter a locale such as de or pt-BR.');
  expect(findKeyProblem(table, ' title ')).toBe('The template already has this key.');
  expect(findKeyProblem(table, 'other')).toBeNull();
});
