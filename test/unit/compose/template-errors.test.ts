import { describe, expect, test } from 'vitest';
import { compose } from '../../../compose/compose.ts';
import { TemplateError } from '../../../compose/errors.ts';
import type { PdfOptions } from '../../../schema/api/pdf-options.ts';
import { unlimited } from '../../support/unlimited.ts';

const DATA = { name: 'Ada', list: [1], object: { toString: 'data' } };

function errorOf(html: string, options: PdfOptions = {}): TemplateError {
  try {
    compose({
      meter: unlimited(),
      content: html,
      template: null,
      data: DATA,
      options,
      filename: null,
      maxHtmlBytes: 1e6,
      watermark: null,
      now: 0,
    });
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
  throw new Error('The template did not fail.');
}

const BROKEN: readonly (readonly [template: string, line: number, column: number, says: string])[] = [
  // Blocks
  ['{{#if a}}', 1, 10, '{{#if}} opened at line 1, column 1 is never closed'],
  ['a {{#if b}}text', 1, 16, '{{#if}} opened at line 1, column 3 is never closed'],
  ['a\n{{#each b}}\n  x\n', 4, 1, '{{#each}} opened at line 2, column 1 is never closed'],
  ['{{#if a}}\n{{#each b}}\n{{/if}}', 2, 4, '{{#each}} is closed by {{/if}}'],
  ['\t\t{{#if x}}\n\t{{/iff}}', 1, 6, '{{#if}} is closed by {{/iff}}'],
  ['{{~#if a~}}\n{{~/each~}}', 1, 5, '{{#if}} is closed by {{/each}}'],
  ['{{/if}}', 1, 1, 'a closing tag without an open block'],
  ['x {{else}} y', 1, 3, '{{else}} outside a block'],
  ['{{else if a}}', 1, 1, '{{else}} outside a block'],
  ['{{#if a}}{{else}}{{else}}{{/if}}', 1, 18, 'unexpected "{{else}}"'],
  ['{{#}}{{/}}', 1, 4, 'unexpected "}}"'],
  ['{{#if}}{{/if}}', 1, 1, '#if requires exactly one argument'],
  ['{{#if a b}}{{/if}}', 1, 1, '#if requires exactly one argument'],
  ['{{#if a}}\n  {{else unless}}{{/if}}', 2, 3, '#unless requires exactly one argument'],
  ['{{#each a as |x}}{{/each}}', 1, 16, 'unexpected "}}"'],
  ['{{#each a as ||}}{{/each}}', 1, 15, 'unexpected "|"'],
  // Tags
  ['{{name', 1, 3, 'the tag is never closed with "}}"'],
  ['Hello {{name}', 1, 13, 'the tag is never closed with "}}"'],
  ['Hello {{{name}}', 1, 14, 'unexpected "}}"'],
  ['ä {{b', 1, 5, 'the tag is never closed with "}}"'],
  ['\\{{x}} {{y', 1, 10, 'the tag is never closed with "}}"'],
  ['{{}}', 1, 3, 'unexpected "}}"'],
  ['{{a b=}}', 1, 7, 'unexpected "}}"'],
  ['{{a=1}}', 1, 4, 'unexpected "="'],
  ['{{(a}}', 1, 3, 'unexpected "("'],
  ['{{a (b}}', 1, 7, 'unexpected "}}"'],
  ['{{a b)}}', 1, 6, 'unexpected ")"'],
  ['{{@}}', 1, 4, 'unexpected "}}"'],
  ['{{[a}}', 1, 3, 'unexpected "["'],
  ['{{foo/../bar}}', 1, 3, 'Invalid path: foo/..'],
  ['{{a "x}}', 1, 5, 'a string that begins here is never closed'],
  ["line\r\n{{a 'x}}", 2, 5, 'a string that begins here is never closed'],
  ['one\rtwo\r{{!-- x', 3, 1, 'a comment or raw block is never closed'],
  ['{{{{raw}}}} x', 1, 8, 'a comment or raw block is never closed'],
  ['{{{{raw}}}} {{{{/other}}}}', 1, 5, '{{#raw}} is closed by {{/other}}'],
  // Partials and decorators
  ['{{> }}', 1, 5, 'unexpected "}}"'],
  ['{{> a b c}}', 1, 1, 'Unsupported number of partial arguments: 2'],
  ['{{#> a}}', 1, 9, '{{#>a}} opened at line 1, column 1 is never closed'],
  [
    '\nx{{> missing}}',
    2,
    2,
    'The partial missing could not be found. Save a partial with this name, or define it in the template: {{#*inline "name"}}…{{/inline}}',
  ],
  ['{{#each list}}\n  {{> (lookup . "n")}}\n{{/each}}', 2, 3, 'the name of the partial is missing'],
  ['{{*foo}}', 1, 1, 'Missing decorator: "foo"'],
  // While rendering
  ['{{nohelper 1}}', 1, 1, 'There is no helper "nohelper"'],
  ['{{#nohelper 1}}{{/nohelper}}', 1, 1, 'There is no helper "nohelper"'],
  ['{{upper (nohelper 1)}}', 1, 9, 'There is no helper "nohelper"'],
  ['{{#each list}}\n {{#if (nohelper 1)}}{{/if}}{{/each}}', 2, 8, 'There is no helper "nohelper"'],
  ['{{name 1}}', 1, 1, '"name" is a field and takes no arguments'],
  ['{{object}}', 1, 1, 'an object with a field "toString" cannot be printed'],
  ['{{#*inline "p"}}\n  {{nohelper 1}}{{/inline}}{{> p}}', 2, 3, 'There is no helper "nohelper"'],
  // Helpers of ours
  ['{{currency 1}}', 1, 1, 'a currency code is missing: {{currency amount "EUR"}}'],
  ['{{currency 1 "E"}}', 1, 1, '"E" is not a currency code such as EUR'],
  ['{{formatNumber 1 locale="xx"}}', 1, 1, 'unknown locale "xx"'],
  ['{{upper (formatNumber 1 locale="not a locale")}}', 1, 9, 'unknown locale "not a locale"'],
  ['{{formatDate 0 timeZone="Mars/Base"}}', 1, 1, '"Mars/Base" is not a time zone such as Europe/Berlin'],
  ['{{formatDate 0 style="tiny"}}', 1, 1, 'style must be one of full, long, medium, short'],
  ['{{round 1 99}}', 1, 1, 'digits must be a whole number from 0 to 20'],
  ['{{barcode "12" type="ean13"}}', 1, 1, 'barcode: EAN-13 must be 12 or 13 digits; the constant is "12"'],
  ['{{#upper x}}{{/upper}}', 1, 1, '{{upper}} is not a block: write it without "#"'],
];

describe('the error of a broken template has its line and column', () => {
  test.each(BROKEN)('%j: line %i, column %i', (template, line, column, says) => {
    const error = errorOf(template);

    expect(error.message).toBe(`html, line ${line}, column ${column}: ${says}`);
    expect(error.position).toEqual({ line, column });
    expect(error.details[1]?.indexOf('^')).toBeGreaterThanOrEqual(0);
  });

  test('shows the excerpt with a caret under the position', () => {
    expect(errorOf('first\nsecond {{name 1}} third').details).toEqual([
      'second {{name 1}} third',
      '       ^',
    ]);
  });

  test('shows the opener of a block that is never closed, too', () => {
    expect(errorOf('{{#if a}}\ntext').details).toEqual(['text', '    ^', '{{#if a}}', '^']);
  });

  test('cuts the excerpt of a long line, and the caret is still under the position', () => {
    const [text = '', caret = ''] = errorOf(`${'x'.repeat(500)}{{name 1}}${'y'.repeat(500)}`).details;

    expect(text).toHaveLength(80);
    expect(text.slice(caret.indexOf('^'))).toMatch(/^{{name 1}}/);
  });

  test.each(['header', 'footer'] as const)('names the %s where the error is there', (document) => {
    const error = errorOf('fine', { [document]: { content: 'a\n {{#if x}}' } });

    expect(error.document).toBe(document);
    expect(error.message).toMatch(`${document}, line 2, column 11: {{#if}} opened at line 2, column 2`);
  });

  test('names outputName where the error is there', () => {
    expect(errorOf('fine', { outputName: 'x {{nohelper 1}}' }).message).toBe(
      'outputName, line 1, column 3: There is no helper "nohelper"',
    );
  });
});
