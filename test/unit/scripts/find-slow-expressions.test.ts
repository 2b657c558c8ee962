import { expect, test } from 'vitest';
import { findSlowExpressions } from '../../../scripts/packages/find-slow-expressions.ts';

const find = (text: string) => findSlowExpressions('some.ts', text);

test('finds an expression whose time grows faster than its text', () => {
  expect(find(String.raw`const length = /^\d+\s*(mm)?\s*$/;`)).toMatchObject([
    { line: 1, kinds: ['quadratic (Trade)'] },
  ]);
  expect(find('\nconst words = /^(\\w+)+$/;')).toMatchObject([{ line: 2, kinds: ['exponential'] }]);
  expect(find(String.raw`const start = text.match(/\s+$/u);`)).toMatchObject([
    { kinds: ['quadratic (Move)'] },
  ]);
});

test('finds nothing in an expression that reads each character once, or whose text is bounded', () => {
  expect(find(String.raw`const number = /^-?\d+(?:\.\d+)?$/;`)).toEqual([]);
  expect(find('// The text is bounded: it has at most 100 characters.\nconst words = /^(\\w+)+$/;')).toEqual(
    [],
  );
});
