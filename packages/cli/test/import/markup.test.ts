import { describe, expect, test } from 'vitest';
import { convertMarkup } from '../../import/markup/convert-markup.ts';
import { JINJA, LIQUID } from '../../import/markup/dialects.ts';
import { describeNote, Notes } from '../../import/notes.ts';

function convert(text: string, dialect = LIQUID) {
  const notes = new Notes();
  return { html: convertMarkup({ text, file: 'f', dialect }, notes), notes: notes.list.map(describeNote) };
}

describe('Liquid', () => {
  test.each([
    ['{{ name }}', '{{name}}'],
    ['{{ constructor }}', '{{constructor}}'],
    ['{{- customer.name -}}', '{{~customer.name~}}'],
    ['{{ lines[0].total }}', '{{lines.[0].total}}'],
    ['{{ a["x y"] }}', '{{a.[x y]}}'],
    ['{{ name | upcase | truncate: 5 }}', '{{truncate (upper name) 5}}'],
    ['{{ name | escape }}', '{{name}}'],
    ['{{ items.size }}', '{{length items}}'],
    ['{{ price | times: 2 | plus: 1.5 }}', '{{add (multiply price 2) 1.5}}'],
    ['{{ nick | default: "you" }}', '{{default nick "you"}}'],
    ["{{ a | append: ' EUR' }}", '{{concat a " EUR"}}'],
    ["{{ 'No ' | append: a }}", '{{concat "No " a}}'],
    ['{{ d | date: "%d.%m.%Y at %H:%M" }}', `{{formatDate d pattern="dd.MM.yyyy' at 'HH:mm"}}`],
    ['{{ html | raw }}', '{{{html}}}'],
    [
      '{% for item in items %}{{ item.name }}{{ currency }}{% endfor %}',
      '{{#each items as |item|}}{{item.name}}{{@root.currency}}{{/each}}',
    ],
    [
      '{% for i in items limit: 3 %}{{ forloop.index }}{% endfor %}',
      '{{#each (first items 3) as |i|}}{{add @index 1}}{{/each}}',
    ],
    [
      '{% for a in x %}{% for b in a.y %}{{ b }}{{ z }}{% endfor %}{% else %}none{% endfor %}',
      '{{#each x as |a|}}{{#each a.y as |b|}}{{b}}{{@root.z}}{{/each}}{{else}}none{{/each}}',
    ],
    [
      '{% if a == "x" and b > 2 %}1{% elsif c %}2{% else %}3{% endif %}',
      '{{#if (and (eq a "x") (gt b 2))}}1{{else if c}}2{{else}}3{{/if}}',
    ],
    [
      '{% if a != blank %}1{% endif %}{% if a == nil %}2{% endif %}',
      '{{#if a}}1{{/if}}{{#if (not a)}}2{{/if}}',
    ],
    ['{% unless paid %}due{% endunless %}', '{{#unless paid}}due{{/unless}}'],
    [
      '{% case s %}{% when "a" %}1{% when "b", "c" %}2{% else %}3{% endcase %}',
      '{{#if (eq s "a")}}1{{else if (or (eq s "b") (eq s "c"))}}2{{else}}3{{/if}}',
    ],
    ['{% assign t = order.total | times: 2 %}{{ t }}', '{{multiply order.total 2}}'],
    ['{% comment %}a {{ b }}{% endcomment %}', '{{!-- a {{ b }} --}}'],
    ['{% raw %}{{ x }}{% endraw %}', '{{{{raw}}}}{{ x }}{{{{/raw}}}}'],
    ['{% include "my header", title: name %}', '{{> my-header title=name}}'],
    ['{% render "footer" %}', '{{> footer}}'],
  ])('%s becomes %s', (source, expected) => {
    expect(convert(source)).toEqual({ html: expected, notes: [] });
  });

  test.each([
    ['{{ a | money }}', 'the filter "money"'],
    ['{{ a | toString }}', 'the filter "toString"'],
    ['{% for i in (1..5) %}x{% endfor %}', 'a range of numbers'],
    ['{% for i in xs reversed %}x{% endfor %}', '"offset" or "reversed"'],
    ['{% if a contains "x" %}1{% endif %}', '"contains" or "in"'],
    ['{% capture x %}1{% endcapture %}', 'there is no tag "capture"'],
    ['{% assign a = 1 %}{% assign a = 2 %}', '"a" gets several values'],
    ['{% if a %}{% assign b = 1 %}{% endif %}', 'an assignment inside of a block'],
    ['{{ a | date: "%j" }}', '"%j" of a date format'],
    ['{% include name %}', 'a name that is calculated'],
    ['{{ lines[-1] }}', 'the index -1'],
    ['{% tablerow x in y %}{% endtablerow %}', 'there is no tag "tablerow"'],
  ])('%s stays as a comment, with its line', (source, why) => {
    const { html, notes } = convert(`<p>\n${source}`);
    expect(notes[0]).toContain('f:2: ');
    expect(notes[0]).toContain(why);
    expect(html).toContain('{{!-- ');
  });

  test.each([
    [
      '{% if a %}{% if b contains "x" %}1{% else %}2{% endif %}3{% endif %}',
      '{{#if a}}{{!-- {% if b contains "x" %} --}}1{{!-- {% else  %} --}}23{{/if}}',
    ],
    [
      '{% if a %}{% for i in (1..5) %}1{% else %}2{% endfor %}3{% endif %}',
      '{{#if a}}{{!-- {% for i in (1..5) %} --}}1{{!-- {% else  %} --}}23{{/if}}',
    ],
  ])('%s keeps the block around', (source, expected) => {
    expect(convert(source).html).toBe(expected);
  });

  test('says which block is not closed', () => {
    expect(convert('{% if a %}x').notes).toEqual(['f: {% if %} is not closed']);
  });

  test('of a hostile length ends', () => {
    for (const part of ['{{', '{%', '{{ a |', '{% if (', '{{ a[', '{% raw %}', '{#']) {
      expect(convert(part.repeat(5_000)).html.length).toBeGreaterThan(0);
    }
  });
});

describe('Jinja', () => {
  test.each([
    ['{{ name|upper }}', '{{upper name}}'],
    ['{{ d|default("x", ) }}', '{{default d "x"}}'],
    [
      '{% for item in items %}{{ loop.index }}{{ item.a|round(2) }}{% endfor %}',
      '{{#each items as |item|}}{{add @index 1}}{{round item.a 2}}{{/each}}',
    ],
    [
      '{% if a is defined and not b %}1{% elif c is none %}2{% endif %}',
      '{{#if (and a (not b))}}1{{else if (not c)}}2{{/if}}',
    ],
    ['{# note #}', '{{!-- note --}}'],
    ['{{ "a" }} {{ 5 }}', '{{concat "a"}} {{concat 5}}'],
    ['{% set x = "a" %}{{ x }}', '{{concat "a"}}'],
    ['p{color:{{ c }}}', 'p{color:{{c}}{{!}}}'],
    [String.raw`C:\{{ a }}\{% set x = b %}\{{ x }}`, String.raw`C:\\{{a}}\\\{{b}}`],
    ['{% set x = a.b %}{{ x }}', '{{a.b}}'],
  ])('%s becomes %s', (source, expected) => {
    expect(convert(source, JINJA)).toEqual({ html: expected, notes: [] });
  });

  test.each([
    ['{{ a * b }}', '"*"'],
    ['{{ "%.2f"|format(x) }}', 'the filter "format"'],
    [String.raw`{{ x|default("a\\") }}`, 'a text that ends with a backslash'],
    ['{% macro x() %}{% endmacro %}', 'there is no tag "macro"'],
  ])('%s stays as a comment', (source, why) => {
    expect(convert(source, JINJA).notes[0]).toContain(why);
  });
});
