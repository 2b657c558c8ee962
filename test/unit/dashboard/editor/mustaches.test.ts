import { describe, expect, test } from 'vitest';
import { findMustaches } from '../../../../dashboard/editor/mustaches.ts';

const kinds = (text: string) => findMustaches(text).map(({ kind, from, to }) => [kind, text.slice(from, to)]);

const tokens = (text: string) =>
  findMustaches(text).flatMap((mustache) => mustache.tokens.map((token) => [token.type, token.text]));

describe('mustaches in a template', () => {
  test('are found with their kinds', () => {
    expect(kinds('a {{name}} {{{html}}} {{#if a}}{{else}}{{/if}} {{^b}}{{/b}} {{> part}}')).toEqual([
      ['value', '{{name}}'],
      ['value', '{{{html}}}'],
      ['open', '{{#if a}}'],
      ['else', '{{else}}'],
      ['close', '{{/if}}'],
      ['inverse', '{{^b}}'],
      ['close', '{{/b}}'],
      ['partial', '{{> part}}'],
    ]);
  });

  test('end at their braces, not at braces in strings and comments', () => {
    expect(kinds('{{join list " }} "}}x')).toEqual([['value', '{{join list " }} "}}']]);
    expect(kinds('{{!-- {{a}} --}}{{! b }}{{c}}')).toEqual([
      ['comment', '{{!-- {{a}} --}}'],
      ['comment', '{{! b }}'],
      ['value', '{{c}}'],
    ]);
  });

  test('can have arguments on several lines', () => {
    expect(kinds('{{currency\n  price\n  "EUR"}}')).toEqual([['value', '{{currency\n  price\n  "EUR"}}']]);
  });

  test('that are not closed end with their line', () => {
    expect(kinds('<p>{{customer.\n<p>{{name}}')).toEqual([
      ['value', '{{customer.'],
      ['value', '{{name}}'],
    ]);
  });

  test('that are escaped are text', () => {
    expect(kinds('\\{{name}}')).toEqual([]);
  });

  test('distinguish helpers, paths, data, text and named arguments', () => {
    expect(tokens('{{#each (first items 2) as |row|}}')).toEqual([
      ['brace', '{{'],
      ['keyword', '#'],
      ['helper', 'each'],
      ['brace', '('],
      ['helper', 'first'],
      ['path', 'items'],
      ['number', '2'],
      ['brace', ')'],
      ['keyword', 'as'],
      ['brace', '|'],
      ['path', 'row'],
      ['brace', '|'],
      ['brace', '}}'],
    ]);
    expect(tokens('{{currency ../price @root.code digits=0}}').slice(1, -1)).toEqual([
      ['helper', 'currency'],
      ['path', '../price'],
      ['data', '@root.code'],
      ['key', 'digits'],
      ['brace', '='],
      ['number', '0'],
    ]);
    expect(tokens('{{price}}').slice(1, -1)).toEqual([['path', 'price']]);
  });
});
