import { describe, expect, test } from 'vitest';
import { EDGE_MAX_VALUES, JsonValueCounter } from '../../../compose/json-values.ts';

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
    ['{"a":1,"b":[true,null]}', 4],
    ['[[],[]]', 4],
    ['{"a":"[1,2,{","b":"\\"[,\\\\"}', 2],
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
});
