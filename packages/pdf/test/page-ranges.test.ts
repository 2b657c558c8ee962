import { describe, expect, test } from 'vitest';
import { InvalidPdfOption } from '../options/invalid-option.ts';
import { selectPages } from '../options/page-ranges.ts';

describe('page ranges', () => {
  test.each([
    ['2', [2]],
    ['1-3,5', [1, 2, 3, 5]],
    ['3,1-2,2', [1, 2, 3]],
  ])('%s', (ranges, pages) => {
    expect(selectPages(ranges, 5)).toEqual(pages);
  });

  test('past the end fail', () => {
    expect(() => selectPages('1,4-6', 5)).toThrow(InvalidPdfOption);
    expect(() => selectPages('2', 1)).toThrow('2 is past the end; the document has 1 page');
  });
});
