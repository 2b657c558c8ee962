import { expect, test } from 'vitest';
import { findJsonProblem } from '../../../../../worker/lib/json-bytes.ts';

test.each([
  ['ASCII', { a: 'x'.repeat(92) }],
  ['two bytes a character', { a: 'ä'.repeat(46) }],
  ['escapes', { a: '"'.repeat(46) }],
  ['numbers in an array', Array.from({ length: 49 }, () => 1)],
])('JSON is measured in bytes: %s', (_, value) => {
  const bytes = new TextEncoder().encode(JSON.stringify(value)).length;
  expect(findJsonProblem(value, bytes)).toBeNull();
  expect(findJsonProblem(value, bytes - 1)).toBe(`has more than ${bytes - 1} bytes of JSON`);
});

test('a value that repeats its parts is refused before its JSON is written', () => {
  let value: object = { text: 'x'.repeat(1_000) };
  for (let level = 0; level < 60; level += 1) value = { one: value, other: value };
  expect(findJsonProblem(value, 64_000)).toBe('has more than 64000 bytes of JSON');
});

test('a value that is nested more deeply than the stack allows is refused', () => {
  let value: unknown[] = [];
  for (let level = 0; level < 30_000; level += 1) value = [value];
  expect(findJsonProblem(value, 64_000)).toBe('is nested too deeply');
});
