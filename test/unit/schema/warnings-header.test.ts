import { expect, test } from 'vitest';
import { decodeWarnings, encodeWarnings } from '../../../schema/warnings-header.ts';

const warn = (message: string) => ({ code: 'TEST', message, field: null });

test('warnings pass through a header', () => {
  const list = [warn('The header is cut: “ä” 😀'), { ...warn('x'), field: 'options.header.height' }];
  expect(encodeWarnings(list)).toMatch(/^[\x21-\x7e]+$/);
  expect(decodeWarnings(encodeWarnings(list))).toEqual(list);
});

test('of many warnings, the first are sent with the number of the others, in at most 4,000 characters', () => {
  const list = Array.from({ length: 50 }, (_, index) => warn(`${index} ${'ä'.repeat(200)}`));
  const text = encodeWarnings(list);
  expect(text.length).toBeLessThanOrEqual(4_000);
  expect(decodeWarnings(text)).toEqual([
    ...list.slice(0, 3),
    { code: 'MORE_WARNINGS', message: '47 more warnings.', field: null },
  ]);
});

test('half of a surrogate pair is replaced', () => {
  expect(decodeWarnings(encodeWarnings([warn('\ud83d')]))).toHaveLength(1);
});

test.each([null, '', 'x', '%', '%7B%7D', '[{"code":1}]'])('%j has none', (text) => {
  expect(decodeWarnings(text)).toEqual([]);
});
