import { describe, expect, test } from 'vitest';
import { findProblems, outputFilename, readProblem } from '../../../../dashboard/editor/template-problems.ts';

describe('problems found without printing', () => {
  test('are empty for a template that works', () => {
    expect(findProblems({ content: '<h1>{{title}}</h1>', settings: { format: 'A5' } })).toEqual([]);
  });

  test('are found in each document', () => {
    const found = findProblems({
      content: 'fine\n{{#if}}x{{/if}',
      settings: { header: { content: '<p>{{nothing here}}' }, outputName: '{{#each}' },
    });
    expect(found.map(({ document, at }) => [document, at?.line])).toEqual([
      ['html', 2],
      ['header', 1],
      ['outputName', 1],
    ]);
  });

  test('are shown at the start of a block that is not closed', () => {
    const [problem] = findProblems({ content: '<p>\n  {{#each items}}\n</p>\n\n', settings: {} });
    expect(problem).toMatchObject({ document: 'html', at: { line: 2, column: 3 } });
    expect(problem?.message).toContain('never closed');
  });

  test('name the setting', () => {
    const settings = { format: 'Custom', width: 5, locale: 'xx-nowhere-1', pageRanges: '3-1' } as const;
    const messages = findProblems({ content: 'x', settings }).map(({ message }) => message);
    expect(messages).toEqual(
      expect.arrayContaining([
        'width: must be 10 or more',
        'pageRanges: has a range that runs backwards',
        expect.stringMatching(/^settings\.format: Custom needs both/),
      ]),
    );
  });
});

describe('a problem found while printing', () => {
  test('is read from the message of the service', () => {
    expect(readProblem('footer, line 3, column 14: "xx" is not a known currency')).toEqual({
      document: 'footer',
      message: '"xx" is not a known currency',
      at: { line: 3, column: 14 },
    });
    expect(readProblem('html: the template is too long')).toEqual({
      document: 'html',
      message: 'the template is too long',
      at: null,
    });
    expect(readProblem('The request is not valid.')).toBeNull();
  });
});

describe('the name of the file', () => {
  test('is filled from the data', () => {
    expect(outputFilename({ outputName: 'Invoice {{number}}' }, { number: 17 }, 'invoice')).toBe(
      'Invoice 17.pdf',
    );
  });

  test('falls back to the name of the template', () => {
    expect(outputFilename({}, {}, 'invoice')).toBe('invoice.pdf');
  });

  test('cannot be shown while it is not a template', () => {
    expect(outputFilename({ outputName: '{{#if' }, {}, 'invoice')).toBeNull();
  });
});
