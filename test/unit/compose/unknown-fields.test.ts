import { describe, expect, test } from 'vitest';
import { FOREIGN_FIELDS } from '../../../compose/unknown-fields/foreign-fields.ts';
import { findUnknownFields, toProblems, toWarnings } from '../../../compose/unknown-fields/index.ts';
import { listPaths, REQUEST_FIELDS } from '../../../compose/unknown-fields/known-fields.ts';
import { composed } from '../../support/compose/composed.ts';

const problemsOf = (body: unknown): string[] => toProblems(findUnknownFields(body));

describe('a field that the API does not have', () => {
  test.each([
    [{ options: { landscape: true } }, 'options.landscape: is unknown; use options.orientation'],
    [{ landscape: true }, 'landscape: is unknown; use options.orientation'],
    [{ options: { headerTemplate: '' } }, 'options.headerTemplate: is unknown; use options.header.content'],
    [{ 'margin-top': '20mm' }, 'margin-top: is unknown; use options.margin.top'],
    [{ data: {} }, 'data: is unknown; use templateData'],
    [{ format: 'A4' }, 'format: is unknown; use options.format'],
    [{ options: { orientaton: 'x' } }, 'options.orientaton: is unknown; use options.orientation'],
    [
      { options: { preferCSSPageSize: true } },
      'options.preferCSSPageSize: is unknown; use options.preferCssPageSize',
    ],
    [{ deviceScaleFactor: 2 }, 'deviceScaleFactor: is unknown; use options.deviceScaleFactor'],
    [
      { output: { type: 'png' }, options: { devicescaleFactor: 2 } },
      'options.devicescaleFactor: is unknown; use output.deviceScaleFactor',
    ],
    [{ template_id: 'x' }, 'template_id: is unknown; use templateId'],
    [{ options: { margin: { Top: 1 } } }, 'options.margin.Top: is unknown; use options.margin.top'],
    [{ options: { header: { zzz: 1 } } }, 'options.header.zzz: is unknown'],
    [
      { options: { footer: [{}, { page: 1 }] } },
      'options.footer[1].page: is unknown; use options.header.pages',
    ],
    [JSON.parse('{ "__proto__": 1, "constructor": 2 }'), '__proto__: is unknown\nconstructor: is unknown'],
  ])('%j is named, with the one that does the same', (body, problem) => {
    expect(problemsOf(body).join('\n')).toBe(problem);
  });

  test('is a warning of the report', () => {
    expect(toWarnings(findUnknownFields({ landscape: 1, zzz: 1 }))).toEqual([
      {
        code: 'UNKNOWN_FIELD',
        message: 'landscape is ignored. Use options.orientation.',
        field: 'landscape',
      },
      { code: 'UNKNOWN_FIELD', message: 'zzz is ignored: the API has no such field.', field: 'zzz' },
    ]);
  });

  test('is not looked for in the data', () => {
    expect(problemsOf({ htmlContent: 'x', templateData: { landscape: 1, options: { zzz: 1 } } })).toEqual([]);
  });
});

test('a body with a million unknown fields gives 20 short entries and a count', () => {
  const names = Array.from(
    { length: 1_000_000 },
    (_, index) => `${index}${'x'.repeat(index < 20 ? 500 : 0)}`,
  );
  const problems = problemsOf({ options: Object.fromEntries(names.map((name) => [name, 0])) });

  expect(problems).toHaveLength(21);
  expect(Math.max(...problems.map((problem) => problem.length))).toBeLessThan(120);
  expect(problems.at(-1)).toBe('body: has 999980 more unknown fields');
});

test.each([null, [], 'x', 1, { options: null, templateData: null }, { options: [], header: undefined }])(
  'a body that is not valid has no unknown fields inside: %j',
  (body) => {
    expect(problemsOf(body).filter((problem) => !problem.startsWith('header'))).toEqual([]);
  },
);

test('each suggested field exists', () => {
  expect(listPaths(REQUEST_FIELDS)).toEqual(expect.arrayContaining(Object.values(FOREIGN_FIELDS)));
});

describe('a tag of another template language', () => {
  const html = '<ul>{% for row in rows %}<li>{{row}}{% endfor %}';
  const warningsOf = (input: Parameters<typeof composed>[0]) =>
    composed({ ...input, options: { report: true, ...input.options } }).job.warnings ?? [];

  test('is a warning, because it is printed as text', () => {
    expect(warningsOf({ content: html, data: { row: 1 } })).toEqual([
      {
        code: 'FOREIGN_TEMPLATE',
        message: expect.stringMatching(
          /^"{% for row in rows %}" is printed as text\. Templates are Handlebars/,
        ),
        field: null,
      },
    ]);
    expect(warningsOf({ content: 'x', options: { footer: { content: '{% if a %}' } } })).toHaveLength(1);
  });

  test.each(['100 {% 50 %}', '{%format%}', '{% for'])('%j is none', (text) => {
    expect(warningsOf({ content: text })).toEqual([]);
  });
});
