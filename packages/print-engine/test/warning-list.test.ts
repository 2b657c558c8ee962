import { expect, test } from 'vitest';
import { WarningList } from '../print/warning-list.ts';

const warn = (message: string, field: string | null = null) => ({ code: 'TEST', message, field });

test('a warning is listed once', () => {
  const warnings = new WarningList();
  for (const message of ['one', 'two', 'one']) warnings.add(warn(message));
  expect(warnings.toArray()).toEqual([warn('one'), warn('two')]);
});

test('the list has at most 50 entries, and each text at most 500 characters', () => {
  const warnings = new WarningList();
  for (let number = 0; number < 60; number += 1) warnings.add(warn(`${number} ${'x'.repeat(1_000)}`));
  const texts = warnings.toArray().map(({ message }) => message.length);
  expect(texts).toEqual(Array.from({ length: 50 }, () => 500));
});
