import { describe, expect, test } from 'vitest';
import { EDGE_MAX_VALUES, JsonValueCounter, NEW_NAME_VALUES } from '../../../compose/json-values.ts';

function count(text: string, pieceBytes = text.length): number {
  const counter = new JsonValueCounter();
  const bytes = Buffer.from(text);
  let values = 0;
  for (let start = 0; start < bytes.length; start += pieceBytes) {
    values = counter.add(bytes.subarray(start, start + pieceBytes));
  }
  return values;
}

describe('the values of a JSON text', () => {
  test.each([
    ['"a"', 0],
    ['[1,2,3]', 3],
    ['{"a":1,"b":[true,null]}', 4 + 2 * NEW_NAME_VALUES],
    ['[{"a":1},{"a" :1},{ "a"\t: 1}]', 6 + NEW_NAME_VALUES],
    ['["a","b","c"]', 3],
    ['[[],[]]', 4],
    ['{"a":"[1,2,{","b":"\\"[,\\\\"}', 2 + 2 * NEW_NAME_VALUES],
    ['["naïve, 日本語",1]', 2],
  ])('of %s are counted outside of its strings', (text, values) => {
    expect(count(text)).toBe(values);
    expect(count(text, 1), 'in pieces of one byte').toBe(values);
  });

  test('of 20,000 rows with twenty fields are within the limit of a Worker', () => {
    const row = Object.fromEntries(Array.from({ length: 20 }, (_, field) => [`field ${field}`, field]));
    const rows = Array.from({ length: 20_000 }, () => row);
    expect(count(JSON.stringify({ templateData: { rows } }))).toBeLessThan(EDGE_MAX_VALUES);
  });

  test('are at most 50,000 different names, also such as begin alike', () => {
    const names = (amount: number, prefix = '') =>
      count(`{${Array.from({ length: amount }, (_, name) => `"${prefix}${name}":1`).join(',')}}`);
    expect(names(40_000)).toBeLessThan(EDGE_MAX_VALUES);
    expect(names(50_000)).toBeGreaterThan(EDGE_MAX_VALUES);
    expect(names(50_000, 'a'.repeat(58))).toBeGreaterThan(EDGE_MAX_VALUES);
  });
});
