import { expect, test } from 'vitest';
import { canonicalJson, canonicalPieces } from '../../schema/canonical-json.ts';

test('writes equal JSON values alike, whatever the order of their keys or their white space', () => {
  const one = JSON.parse('{"b": [1, {"y": null, "x": "é"}], "a": 1.0}');
  const other = JSON.parse('{"a":1,"b":[1,{"x":"\\u00e9","y":null}]}');
  expect(canonicalJson(one)).toBe(canonicalJson(other));
});

test.each([
  ['[1,2]', '[2,1]'],
  ['{"a":1}', '{"a":"1"}'],
  ['{"a":null}', '{}'],
  ['{"a":{"b":1}}', '{"a.b":1}'],
  ['{"__proto__":1}', '{}'],
])('tells %s from %s', (one, other) => {
  expect(canonicalJson(JSON.parse(one))).not.toBe(canonicalJson(JSON.parse(other)));
});

const joined = (value: unknown): string => [...canonicalPieces(value)].join('');

test.each([
  ['a long string', 'é😀"\n\\'.repeat(50_000)],
  ['a string of surrogate pairs that starts at an odd place', `x${'😀'.repeat(100_000)}`],
  ['many values', Array.from({ length: 50_000 }, (_, i) => [i, {}])],
])('writes %s in pieces that are shorter than it', (_what, value) => {
  expect(JSON.parse(joined(value))).toEqual(value);
  const longest = Math.max(...Array.from(canonicalPieces(value), (piece) => piece.length));
  expect(longest).toBeLessThan(JSON.stringify(value).length / 2);
});

test('writes a value that is nested as deeply as a body can be', () => {
  const text = '['.repeat(500_000) + ']'.repeat(500_000);
  expect(joined(JSON.parse(text))).toBe(text);
});
