import { describe, expect, test } from 'vitest';
import { expectGenerated, expectRefusal, HELLO, Tenant } from '../../support/service-client.ts';

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
  test.each(DOCUMENTS)('%s: is refused, and costs nothing', async (_what, htmlContent) => {
    const tenant = await Tenant.create({ plan: 'free' });
    const { details } = expectRefusal(await tenant.generate({ htmlContent }), 'VALIDATION_ERROR');
    expect(details).toEqual(['htmlContent: the document has more than 20,000 references']);
    expect(await tenant.quotaUsed()).toBe(0);
    expectGenerated(await tenant.generate(HELLO));
  });
});

test.each([
  [
    'texts of targets that are in one another',
    `<style>a::after { content: target-text(attr(href)) }</style>${Array.from({ length: 100 }, (_, index) => `<div id="d${index}"><a href="#d${index}"></a>`).join('')}${'long '.repeat(20_000)}`,
  ],
  [
    'counters of 1,000 elements',
    `<style>p { counter-increment: x } a::after { content: target-counters(attr(href), x, '.') }</style>${Array.from({ length: 1_000 }, (_, index) => `<p id="p${index}"><a href="#p${index}">x</a>`).join('')}`,
  ],
])('%s are read within the time of the plan', async (_what, htmlContent) => {
  const tenant = await Tenant.create({ plan: 'free' });
  expectGenerated(await tenant.generate({ htmlContent }));
});
