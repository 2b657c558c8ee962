import { expect, test } from 'vitest';
import { unlimited } from '../../../../support/unlimited.ts';
import { findJsonProblem } from '../../../../../worker/lib/json-bytes.ts';

test.each([
  ['ASCII', { a: 'x'.repeat(92) }],
  ['two bytes a character', { a: 'ä'.repeat(46) }],
  ['escapes', { a: '"'.repeat(46) }],
  ['numbers in an array', Array.from({ length: 49 }, () => 1)],
])('JSON is measured in bytes: %s', (_, value) => {
  const bytes = new TextEncoder().encode(JSON.stringify(value)).length;
  expect(findJsonProblem(value, bytes, unlimited())).toBeNull();
  expect(findJsonProblem(value, bytes - 1, unlimited())).toBe(`has more than ${bytes - 1} bytes of JSON`);
});

test('a value that repeats its parts is refused before its JSON is written', () => {
  let value: object = { text: 'x'.repeat(1_000) };
  for (let level = 0; level < 60; level += 1) value = { one: value, other: value };
  expect(findJsonProblem(value, 64_000, unlimited())).toBe('has more than 64000 bytes of JSON');
});

test('a value that is nested more deeply than the stack allows is refused', () => {
  let value: unknown[] = [];
  for (let level = 0; level < 30_000; level += 1) value = [value];
  expect(findJsonProblem(value, 64_000, unlimited())).toBe('is nested too deeply');
});

test('the work grows with the values, and ends with the limit', () => {
  const workOf = (values: number, limitBytes = Number.POSITIVE_INFINITY): number => {
    const meter = unlimited();
    findJsonProblem(
      Array.from({ length: values }, () => 1),
      limitBytes,
      meter,
    );
    return meter.work;
  };
  expect(workOf(1_000)).toBeGreaterThan(100_000);
  expect(workOf(4_000) / workOf(1_000)).toBeCloseTo(4, 1);
  expect(workOf(4_000, 500)).toBe(workOf(1_000, 500));
});
