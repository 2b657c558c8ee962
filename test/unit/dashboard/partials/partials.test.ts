import { describe, expect, test } from 'vitest';
import { suggestionsAt } from '../../../../dashboard/editor/completions.ts';
import { partialAt } from '../../../../dashboard/editor/partial-links.ts';
import {
  findPartialProblems,
  findProblems,
  readProblem,
} from '../../../../dashboard/editor/template-problems.ts';
import {
  describeComparison,
  describePrints,
} from '../../../../dashboard/pages/partials/compare/compared-prints.ts';
import { markDifference } from '../../../../dashboard/pages/partials/compare/mark-difference.ts';

describe('the editor of a template', () => {
  const offered = (source: string) =>
    suggestionsAt(source, source.length, {
      helpers: [],
      data: {},
      partials: ['footer', 'layout'],
    })?.options.map(({ label }) => label);

  test.each(['{{> ', '{{>', '{{~> fo', '<p>{{#> la', '{{#>'])('offers partials after %s', (source) => {
    expect(offered(source)).toEqual(['footer', 'layout']);
  });

  test.each(['{{', '{{#', '> ', '{{> footer '])('offers none after %s', (source) => {
    expect(offered(source) ?? []).not.toContain('footer');
  });

  test('finds the call of a partial at a place of a line', () => {
    const line = '<p>{{> footer}} {{#> page title="x"}}';
    expect(partialAt(line, 9)).toMatchObject({ name: 'footer' });
    expect(partialAt(line, 20)).toMatchObject({ name: 'page' });
    expect(partialAt(line, 1)).toBeNull();
  });

  test('names a partial that does not exist, and no other', () => {
    const problems = (content: string) => findProblems({ content, settings: {} }, ['footer']);
    expect(problems('{{> footer}}')).toEqual([]);
    expect(problems('{{> nowhere}}')).toMatchObject([{ document: 'html', at: { line: 1, column: 1 } }]);
  });

  test('names no partial while the names are unknown, but the other errors', () => {
    const problems = (content: string) => findProblems({ content, settings: {} }, null);
    expect(problems('{{> nowhere}}')).toEqual([]);
    expect(problems('{{> nowhere}}{{/if}}')).toMatchObject([{ document: 'html' }]);
  });

  test('shows the error of a print in a partial with its place in the message', () => {
    const message = 'partial:footer, line 2, column 3: There is no helper "x" (invoice → footer)';
    expect(readProblem(message)).toEqual({ document: 'html', message, at: null });
  });
});

test('the editor of a partial shows what is wrong in its own text', () => {
  expect(findPartialProblems('footer', '{{> unknown}}{{> @partial-block}}')).toEqual([]);
  expect(findPartialProblems('footer', 'a\n{{money 1}}')).toMatchObject([{ at: { line: 2, column: 1 } }]);
  expect(findPartialProblems('footer', '{{> footer}}')[0]?.message).toContain('calls itself');
});

test('pixels that differ by more than rounding are counted and marked', () => {
  const before = [255, 255, 255, 255, 0, 0, 0, 255, 100, 100, 100, 255];
  const after = [250, 255, 255, 255, 0, 0, 90, 255, 100, 100, 100, 255];
  const shown = Array.from<number>({ length: 12 });
  expect(markDifference(before, after, shown)).toBe(1);
  expect(shown.slice(4, 8)).toEqual([220, 0, 60, 255]);
});

describe('the comparison of a template', () => {
  const page = { before: null, after: null, difference: null, changedShare: 1 };
  const compared = (pagesBefore: number, pagesAfter: number, ...changed: number[]) => ({
    name: 'Sample',
    prints: {
      pagesBefore,
      pagesAfter,
      comparedPages: Math.min(30, Math.max(pagesBefore, pagesAfter)),
      changed: changed.map((number) => ({ number, ...page })),
    },
  });

  test.each([
    ['Prints the same', [compared(2, 2)]],
    ['1 page differs', [compared(2, 2, 1)]],
    ['3 pages differ, in 2 of 3 samples', [compared(2, 2, 1), compared(1, 1), compared(3, 3, 2, 3)]],
    ['The first 30 pages print the same', [compared(2, 2), compared(40, 40)]],
    ['The number of pages differs', [compared(40, 41)]],
  ])('says “%s”', (text, samples) => {
    expect(describeComparison(samples)).toBe(text);
  });

  test('says which pages were compared', () => {
    expect(describePrints(compared(2, 2).prints)).toBe('Both prints look the same.');
    expect(describePrints(compared(40, 41, 1).prints)).toBe(
      'Only the first 30 pages were compared. Changed pages: 1 of 30. The published print has 40 pages, and the new print has 41.',
    );
  });
});
