import { describe, expect, test } from 'vitest';
import { addInvoice, compose } from '../../../compose/compose.ts';
import { loadInvoiceMaker } from '../../../compose/e-invoice/load-e-invoice.ts';
import { InvalidComposition, TemplateError } from '../../../compose/errors.ts';
import type { EInvoiceOptions } from '../../../schema/api/e-invoice.ts';
import { MAX_INVOICE_BYTES } from '../../../schema/api/e-invoice.ts';
import { invoiceData } from '../../support/e-invoice.ts';
import { unlimited } from '../../support/unlimited.ts';

const invoiceMaker = await loadInvoiceMaker({ eInvoice: {} });

/** The `details` of the 400 that a request gets. Empty if the invoice is made. */
async function findDetails(eInvoice: EInvoiceOptions, data: Readonly<Record<string, unknown>> = {}) {
  try {
    const planned = compose({
      meter: unlimited(),
      content: '',
      template: null,
      data,
      options: { eInvoice: { profile: 'en16931', ...eInvoice } },
      invoiceMaker,
      filename: null,
      maxHtmlBytes: 20_000_000,
      watermark: null,
      now: 0,
    });
    await addInvoice(planned, invoiceMaker, unlimited());
    return [];
  } catch (error) {
    if (error instanceof InvalidComposition) return error.details;
    throw error;
  }
}

const DEEP = 100_000;

describe('the XML of an invoice that', () => {
  test.each([
    [
      'expands',
      `<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "${'&b;'.repeat(1_000)}">]><a>${'&c;'.repeat(1_000)}</a>`,
    ],
    ['reads a file', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
    ['nests', `${'<a>'.repeat(DEEP)}${'</a>'.repeat(DEEP)}`],
    ['has a long attribute', `<a b="${'x'.repeat(MAX_INVOICE_BYTES - 100)}"/>`],
    ['has many attributes', `<a ${Array.from({ length: DEEP }, (_, index) => `b${index}=""`).join(' ')}/>`],
    ['has many elements', `<a>${'<b/>'.repeat(1_000_000)}</a>`],
    ['never ends', '<a '.repeat(DEEP)],
  ])('%s is refused with its field', async (_, xml) => {
    const details = await findDetails({ xml });
    expect(details.length).toBeGreaterThan(0);
    expect(details.length).toBeLessThanOrEqual(21);
    for (const detail of details) {
      expect(detail).toMatch(/^options\.eInvoice\.xml: /);
      expect(detail.length).toBeLessThanOrEqual(300);
    }
  });
});

test('a template of the XML may take as many steps as any template', async () => {
  const loop = '{{#each rows}}{{#each @root.rows}}{{#each @root.rows}}x{{/each}}{{/each}}{{/each}}';
  const rows = Array.from({ length: 10_000 }, () => 0);
  await expect(findDetails({ xmlTemplate: loop }, { rows })).rejects.toThrow(TemplateError);
});

test('data with too many lines, or with invalid lines, is refused', async () => {
  const [line] = invoiceData().lines;
  const details = await findDetails(
    { data: '.' },
    invoiceData({ lines: Array.from({ length: 20_000 }, () => line) }),
  );
  expect(details).toEqual([expect.stringMatching(/^templateData\.lines: /)]);
  for (const lines of [null, 'x', { length: 1e9 }, Array.from({ length: 20_000 }, () => [[]])])
    expect((await findDetails({ data: '.' }, invoiceData({ lines }))).length).toBeGreaterThan(0);
});
