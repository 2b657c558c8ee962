import { describe, expect, test } from 'vitest';
import { expectGenerated, expectRefusal, HELLO, Tenant } from '../../support/service-client.ts';
import { LONG, typical } from '../../support/thorough.ts';

const lines = (count: number) => '<p>hello world'.repeat(count);
const TOO_MANY = /^htmlContent: makes more than 2000 pages$/;

/** Each makes so many sheets that the time of the plan would end first. */
const DOCUMENTS: readonly (readonly [string, string, RegExp])[] = [
  [
    'paper of one pixel',
    `<style>@page { size: 1px 1px }</style>${lines(500)}`,
    /^options\.preferCssPageSize: .* leaves less than 10 mm between its margins$/,
  ],
  ['a page break after each line', `<style>p { break-after: page }</style>${'<p>x'.repeat(2_500)}`, TOO_MANY],
  ['margins that leave a line', `<style>@page { margin: 142mm 0 }</style>${lines(2_200)}`, TOO_MANY],
];

describe('a document that makes too many sheets', () => {
  test.each(typical(DOCUMENTS, 1))(
    'by %s is refused, and costs nothing',
    LONG,
    async (_what, htmlContent, detail) => {
      const tenant = await Tenant.create({ plan: 'free' });
      const answer = await tenant.generate({ htmlContent, options: { preferCssPageSize: true } });
      const { details = [] } = expectRefusal(answer, 'VALIDATION_ERROR');
      expect(details[0]).toMatch(detail);
      expect(await tenant.quotaUsed()).toBe(0);
      expectGenerated(await tenant.generate(HELLO));
    },
  );
});
