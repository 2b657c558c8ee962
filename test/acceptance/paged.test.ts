import { describe, expect, test } from 'vitest';
import { expectGenerated, expectRefusal, send, Tenant } from '../support/service-client.ts';
import { openPdf } from '../print/support/pdf.ts';

const BOOK = `<style>
  a { display: block } a::after { content: leader('.') target-counter(attr(href), page) }
  h1 { break-before: right }
</style><a href="#one">First</a><a href="#two">Second</a><h1 id="one">One</h1><h1 id="two">Two</h1>`;

const UNSTABLE = `<style>
  @counter-style wide { system: fixed 2; symbols: "${'wide '.repeat(200)}" "3" "4" }
  body { margin: 0; font: 20px monospace } #before { height: 180mm }
  a::after { content: target-counter(attr(href), page, wide) } h2 { margin: 0; height: 30mm; break-inside: avoid }
</style><div style="break-after: page">1</div><a href="#x">x</a><div id="before"></div><h2 id="x">Target</h2>`;

const header = { content: '<b class="sectionTitle"></b> <i class="sectionPage"></i>', height: 10 };

describe('a document that prints its page numbers', () => {
  test('has them right, with a title of the section in its header', async () => {
    const tenant = await Tenant.create();
    const options = { header, sections: '#one, #two', report: true, margin: { top: 10 } };
    const answer = expectGenerated(await tenant.generate({ htmlContent: BOOK, options }));
    const pdf = await openPdf((await send(answer.data.url)).bytes);
    expect((await pdf.text(1)).replaceAll(/[. ]+/g, ' ')).toBe('First 3 Second 5');
    expect([await pdf.text(2), await pdf.text(5)]).toEqual(['', 'Two Two 1']);
  });

  test('with numbers that do not become right is refused, and costs nothing', async () => {
    const tenant = await Tenant.create();
    const refused = await tenant.generate({ htmlContent: UNSTABLE, options: { margin: margins(10) } });
    const { details } = expectRefusal(refused, 'LAYOUT_UNSTABLE');
    expect(details).toEqual(['htmlContent: "#x" was printed as page 2 and is on page 3']);
    expect(await tenant.quotaUsed()).toBe(0);
  });

  test('with a selector of sections that is not valid names the option', async () => {
    const tenant = await Tenant.create();
    const refused = await tenant.generate({ htmlContent: BOOK, options: { header, sections: 'h1[' } });
    const { details = [] } = expectRefusal(refused, 'VALIDATION_ERROR');
    expect(details[0]).toMatch(/^options\.sections: /);
  });
});

const margins = (mm: number) => ({ top: mm, right: mm, bottom: mm, left: mm });
