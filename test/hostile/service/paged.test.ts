import { describe, expect, test } from 'vitest';
import { expectGenerated, expectRefusal, HELLO, Tenant } from '../../support/service-client.ts';
import { assemble } from '../../support/assembling.ts';
import { LONG, typical, variation } from '../../support/thorough.ts';

const STYLE = '<style>a::after { content: target-counter(attr(href), page) }</style>';

/** Each would take long if the engine read the whole document for each of its references. */
const DOCUMENTS: readonly (readonly [string, string])[] = [
  ['100,000 references', `${STYLE}<p id="x">${'<a href="#x">'.repeat(100_000)}`],
  [
    '1,000 rules for 1,000 links',
    `<style>${Array.from({ length: 1_000 }, (_, index) => `a::after { content: target-text(attr(href), x${index}) }`).join('')}</style><p id="x">${'<a href="#x">a</a>'.repeat(1_000)}`,
  ],
];

describe('a document that prints too many of its page numbers', () => {
  test.each(typical(DOCUMENTS, 1))(
    '%s: it is refused, and costs nothing',
    LONG,
    async (_what, htmlContent) => {
      const tenant = await Tenant.create({ plan: 'free' });
      const { details } = expectRefusal(await tenant.generate({ htmlContent }), 'VALIDATION_ERROR');
      expect(details).toEqual(['htmlContent: the document has more than 20,000 references']);
      expect(await tenant.quotaUsed()).toBe(0);
      expectGenerated(await tenant.generate(HELLO));
    },
  );
});

/** Links to different places in another entry. */
const linksTo = (name: string, count: number): string =>
  STYLE + Array.from({ length: count }, (_, index) => `<a href="entry:${name}#${index}"></a>`).join('');

const PLACES = '<p>0<p id="1">1';

test.each(
  typical(
    [
      [[6_000, 6_000], 'entries: refer to more than 10,000 places in each other'],
      [
        [10_001, 0],
        'entries[0].htmlContent: the document refers to more than 10,000 places in other entries',
      ],
    ],
    1,
  ),
)(
  'entries of a merge that refer to too many places of another one are refused',
  LONG,
  async (counts, problem) => {
    const tenant = await Tenant.create({ plan: 'growth' });
    const entries = [
      ...counts.map((count) => ({ htmlContent: linksTo('a', count) })),
      { name: 'a', htmlContent: PLACES },
    ];
    const { details } = expectRefusal(await assemble(tenant, 'merge', { entries }), 'VALIDATION_ERROR');
    expect(details).toEqual([problem]);
    expect(await tenant.quotaUsed()).toBe(0);
    expectGenerated(await tenant.generate(HELLO));
  },
);

const TEMPLATE = '<template data-carried-forward><tr><td data-carry-sum></template>';

test.each(
  typical(
    [
      [
        `<table>${TEMPLATE}${'<tr><td>'.repeat(20_001)}</table>`,
        'tables that carry sums have more than 20,000 rows',
      ],
      [
        `<table>${TEMPLATE.replace('<td ', `${'<td>'.repeat(6_000)}<td `)}<tr><td></table>`,
        'a row for carried sums has more than 20,000 characters',
      ],
      [
        `<table>${TEMPLATE}<tr><td data-carry="${'9'.repeat(100_000)}"></table>`,
        `data-carry="${'9'.repeat(40)}" is not a number. Write it like this: data-carry="1234.50"`,
      ],
    ],
    1,
  ),
)('a table that carries too much is refused', LONG, async (htmlContent, problem) => {
  const tenant = await Tenant.create({ plan: 'free' });
  const { details } = expectRefusal(await tenant.generate({ htmlContent }), 'VALIDATION_ERROR');
  expect(details).toEqual([`htmlContent: ${problem}`]);
  expect(await tenant.quotaUsed()).toBe(0);
});

variation(
  'footnotes that no layout puts on the pages of their calls are refused, and cost nothing',
  async () => {
    const tenant = await Tenant.create({ plan: 'growth' });
    const notes = 'a<i>note</i>'.repeat(20);
    const htmlContent = `<style>i { float: footnote }</style><div style="position: absolute; top: 275mm">${notes}</div>`;
    expectRefusal(await tenant.generate({ htmlContent }), 'LAYOUT_UNSTABLE');
    expect(await tenant.quotaUsed()).toBe(0);
  },
);

test.each<[what: string, htmlContent: string, options?: object]>(
  typical(
    [
      [
        'cells over all columns and rows of a table that carries sums',
        `<table>${TEMPLATE.replace('<td', '<td colspan="1000"')}<tr>${'<td colspan="1000" rowspan="65534">'.repeat(20)}${'<tr data-carry="1"><td>x'.repeat(1_000)}</table>`,
      ],
      ['many tables that carry sums', `<table>${TEMPLATE}<tr data-carry="1"><td>x</table>`.repeat(2_000)],
      [
        'bookmarks of 50,000 elements with the same long text',
        `<style>b, div { bookmark-level: 1; bookmark-label: counter(x) content() }</style>${'<div>'.repeat(100)}${'long '.repeat(20_000)}${'<b></b>'.repeat(50_000)}`,
        { outline: true },
      ],
      [
        '5,000 blocks beside a float, with a footnote',
        `<style>i { float: footnote } p { margin: 0; font-size: 6px }</style><b style="float: left">x</b>${'<p>a'.repeat(5_000)}<i>note</i>`,
      ],
      [
        'texts of targets that are in one another',
        `<style>a::after { content: target-text(attr(href)) }</style>${Array.from({ length: 100 }, (_, index) => `<div id="d${index}"><a href="#d${index}"></a>`).join('')}${'long '.repeat(20_000)}`,
      ],
      [
        'counters of 1,000 elements',
        `<style>p { counter-increment: x } a::after { content: target-counters(attr(href), x, '.') }</style>${Array.from({ length: 1_000 }, (_, index) => `<p id="p${index}"><a href="#p${index}">x</a>`).join('')}`,
      ],
    ],
    3,
  ),
)('%s are read within the time of the plan', LONG, async (_what, htmlContent, options = {}) => {
  const tenant = await Tenant.create({ plan: 'starter' });
  expectGenerated(await tenant.generate({ htmlContent, options }));
});
