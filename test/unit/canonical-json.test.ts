import { expect, test } from 'vitest';
import { canonicalJson } from '../../schema/canonical-json.ts';

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
