import { compose } from '../../compose/compose.ts';
import { unlimited } from '../../test/support/unlimited.ts';

/** A one-page invoice of ten rows. */
export const SMALL_INVOICE_TEMPLATE = `<!doctype html>
<meta charset="utf-8">
<style>
  body { font: 10pt/1.4 sans-serif; margin: 15mm }
  table { border-collapse: collapse; width: 100% }
  th, td { border-bottom: 1px solid #ccc; padding: 2mm; text-align: left }
  td:last-child, th:last-child { text-align: right }
</style>
<h1>Invoice {{number}}</h1>
<p>{{customer.name}}<br>{{customer.city}}</p>
<table>
  <tr><th>Item</th><th>Quantity</th><th>Amount</th></tr>
  {{#each items}}<tr><td>{{title}}</td><td>{{quantity}}</td><td>{{currency amount "EUR"}}</td></tr>{{/each}}
</table>
<p><strong>Total {{currency total "EUR"}}</strong></p>`;

export const SMALL_INVOICE_DATA = {
  number: '2026-0417',
  customer: { name: 'Åkermark & Söner AB', city: 'Göteborg' },
  items: Array.from({ length: 10 }, (_, i) => ({
    title: `Item ${i + 1}`,
    quantity: i + 1,
    amount: 12.5 * (i + 1),
  })),
  total: 687.5,
};

export const composeSmallInvoice = (): string => composeForBench(SMALL_INVOICE_TEMPLATE, SMALL_INVOICE_DATA);

/** The HTML that the service prints. */
export const composeForBench = (html: string, data: Readonly<Record<string, unknown>>): string =>
  compose({
    meter: unlimited(),
    content: html,
    template: null,
    data,
    options: {},
    filename: null,
    maxHtmlBytes: 2_000_000,
    watermark: null,
    now: Date.UTC(2026, 10, 20),
  }).job.html;
