import { createElement as h, Fragment, type ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { startTemplating } from '../../../compose/templating.ts';
import { EDGE_LIMITS } from '../../../compose/template-limits.ts';
import {
  Block,
  Each,
  Html,
  If,
  Layout,
  Partial,
  raw,
  reference,
  renderTemplate,
  Slot,
  T,
  t,
  templateOf,
  Unless,
  Value,
  value,
} from '../index.ts';
import { unlimited } from '../../../test/support/unlimited.ts';

const fill = (template: string, data: object): string =>
  startTemplating({ meter: unlimited(), limits: EDGE_LIMITS, now: 0 }).fill('html', template, data);

describe('the components', () => {
  test.each<[ReactNode, string]>([
    [h(Value, { path: 'customer.name' }), '{{customer.name}}'],
    [h(Html, { path: 'note' }), '{{{note}}}'],
    [
      h(Value, { path: 'total', helper: 'currency', args: ['EUR'], options: { locale: 'de-DE' } }),
      '{{currency total "EUR" locale="de-DE"}}',
    ],
    [h(Value, { path: 'a', helper: 'add', args: [reference('b'), 2] }), '{{add a b 2}}'],
    [h('a', { href: value('url'), title: 'x & y' }), '<a href="{{url}}" title="x &amp; y"></a>'],
    [h('p', { style: { width: value('w') } }), '<p style="width:{{w}}"></p>'],
    [h(If, { path: 'paid' }, 'yes'), '{{#if paid}}yes{{/if}}'],
    [
      h(If, { path: 'status', eq: 'paid', otherwise: h('b', null, 'no') }, 'yes'),
      '{{#if (eq status "paid")}}yes{{else}}<b>no</b>{{/if}}',
    ],
    [h(Unless, { path: 'n', gt: 3 }, 'few'), '{{#unless (gt n 3)}}few{{/unless}}'],
    [
      h(Each, { of: 'rows', otherwise: 'none' }, h('li', null, h(Value, { path: 'name' }))),
      '{{#each rows}}<li>{{name}}</li>{{else}}none{{/each}}',
    ],
    [
      h(Partial, { name: 'footer', values: { title: 'A', who: reference('name') } }),
      '{{> footer title="A" who=name}}',
    ],
    [
      h(Layout, { name: 'page' }, h(Block, { name: 'aside' }, 'x')),
      '{{#> page}}{{#*inline "aside"}}x{{/inline}}{{/page}}',
    ],
    [h(Slot), '{{> @partial-block}}'],
    [h(T, { k: 'items', values: { count: reference('items.length') } }), '{{t "items" count=items.length}}'],
    [
      h('img', { alt: t('logo'), src: 'platen-asset://logo.png' }),
      '<img alt="{{t "logo"}}" src="platen-asset://logo.png"/>',
    ],
    [h('p', null, '{{currency total "EUR"}} & more'), '<p>{{currency total "EUR"}} &amp; more</p>'],
    [h('p', null, raw('{{#custom "<x>"}}')), '<p>{{#custom "<x>"}}</p>'],
    [h('html', null, h('body', null, 'x')), '<!doctype html>\n<html><head></head><body>x</body></html>'],
  ])('become Handlebars: %#', (node, expected) => {
    expect(renderTemplate(node)).toBe(expected);
  });

  test.each([
    ['a path', h(Value, { path: 'a}}{{b' })],
    ['a path with a call', h(Value, { path: 'lookup a b' })],
    ['a helper', h(Value, { path: 'a', helper: 'x y' })],
    ['a partial', h(Partial, { name: 'a}}' })],
    ['a text', h(Value, { path: 'a', helper: 'concat', args: [`"'`] })],
    ['a text with a backslash at its end', h(Value, { path: 'a', helper: 'concat', args: ['\\', ' b'] })],
  ])('refuse %s that is other code', (_, node) => {
    expect(() => renderTemplate(node)).toThrow();
  });

  test.each<[ReactNode, string]>([
    [h('p', null, '{', h(Value, { path: 'a' }), '}'), '<p>{&lt;b&gt;}</p>'],
    [h('p', { title: `{${value('a')}}` }), '<p title="{&lt;b&gt;}"></p>'],
    [h('style', null, `p{${value('a')}}`), '<style>p{&lt;b&gt;}</style>'],
    [h('p', null, '{', h(If, { path: 'a' }, '}{'), '}'), '<p>{}{}</p>'],
    [h('p', null, 'C:\\', h(Value, { path: 'a' })), '<p>C:\\&lt;b&gt;</p>'],
    [h('p', null, '\\\\', h(Value, { path: 'a' })), '<p>\\\\&lt;b&gt;</p>'],
  ])('print braces and backslashes beside an escaped value: %#', (node, expected) => {
    expect(fill(renderTemplate(node), { a: '<b>' })).toBe(expected);
  });

  test('print pictures once', () => {
    const page = h('html', null, h('body', null, h('img', { src: 'platen-asset://a.png', alt: '' })));
    expect(renderTemplate(page).match(/a\.png/g)).toHaveLength(1);
  });
});

interface Invoice {
  readonly number: string;
  readonly customer: { readonly name: string };
  readonly currency: string;
  readonly lines: readonly { readonly text: string; readonly parts: readonly { readonly n: number }[] }[];
  readonly tags: readonly string[];
}

describe('components with a type', () => {
  const invoice = templateOf<Invoice>();

  test('reach the data inside of loops, and the items by name', () => {
    const template = renderTemplate(
      h(invoice.Each<'lines'>, {
        of: 'lines',
        children: (line) =>
          h(
            Fragment,
            null,
            h(line.Value, { path: 'text' }),
            h(invoice.Value, { path: 'currency' }),
            h(line.Each<'parts'>, {
              of: 'parts',
              children: (part) =>
                h(Fragment, null, h(part.Value, { path: 'n' }), h(line.Value, { path: 'text' })),
            }),
          ),
      }),
    );
    expect(template).toBe(
      '{{#each lines as |lines_item|}}{{lines_item.text}}{{@root.currency}}{{#each lines_item.parts as |lines_item_parts_item|}}{{lines_item_parts_item.n}}{{lines_item.text}}{{/each}}{{/each}}',
    );
    const data = {
      currency: 'EUR',
      lines: [
        { text: 'A', parts: [{ n: 1 }, { n: 2 }] },
        { text: 'B', parts: [] },
      ],
    };
    expect(fill(template, data)).toBe('AEUR1A2ABEUR');
  });

  test('print items that are texts', () => {
    const template = renderTemplate(
      h(invoice.Each<'tags'>, { of: 'tags', children: (tag) => h(tag.Value, { path: tag.self }) }),
    );
    expect(fill(template, { tags: ['a', '<b>'] })).toBe('a&lt;b&gt;');
  });

  test('refuse paths that the type does not have', () => {
    // @ts-expect-error: the customer has no such field
    h(invoice.Value, { path: 'customer.nme' });
    // @ts-expect-error: the customer is no list
    h(invoice.Each<'customer'>, { of: 'customer' });
    expect(invoice.value('customer.name')).not.toBe('');
  });
});
