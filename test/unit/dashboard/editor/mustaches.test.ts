import { describe, expect, it } from 'vitest';
import { findMustaches } from '../../../../dashboard/editor/mustaches.ts';

/** The mustaches of a text as they are written, with their kinds. */
const kinds = (text: string) => findMustaches(text).map(({ kind, from, to }) => [kind, text.slice(from, to)]);

const tokens = (text: string) =>
  findMustaches(text).flatMap((mustache) => mustache.tokens.map((token) => [token.type, token.text]));

describe('mustaches in a template', () => {
  it('are found with their kinds', () => {
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

  it('end where their braces do, whatever stands in strings and comments', () => {
    expect(kinds('{{join list " }} "}}x')).toEqual([['value', '{{join list " }} "}}']]);
    expect(kinds('{{!-- {{a}} --}}{{! b }}{{c}}')).toEqual([
      ['comment', '{{!-- {{a}} --}}'],
      ['comment', '{{! b }}'],
      ['value', '{{c}}'],
    ]);
  });

  it('may have arguments on several lines', () => {
    expect(kinds('{{currency\n  price\n  "EUR"}}')).toEqual([['value', '{{currency\n  price\n  "EUR"}}']]);
  });

  it('that nobody closed end with their line and take nothing of the next one along', () => {
    expect(kinds('<p>{{customer.\n<p>{{name}}')).toEqual([
      ['value', '{{customer.'],
      ['value', '{{name}}'],
    ]);
  });

  it('that are escaped are text', () => {
    expect(kinds('\\{{name}}')).toEqual([]);
  });

  it('tell helpers, paths, data, text and named arguments apart', () => {
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
