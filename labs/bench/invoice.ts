const ROW = `<tr class="row"><td>{{@index}}</td><td>{{name}}</td><td>{{quantity}}</td>
<td>{{currency price "EUR"}}</td>{{#if note}}<td>{{note}}</td>{{else}}<td>-</td>{{/if}}<td>{{../customer.name}}</td></tr>`;

/** A typical invoice: a loop, a condition, amounts of money, and a value of the parent context. */
export const INVOICE = `<html><body><h1>Invoice {{number}}</h1><p>{{customer.name}}</p>
<table>{{#each items}}${ROW}{{/each}}</table><p>{{currency total "EUR"}}</p></body></html>`;

export const invoiceData = (rows: number) => ({
  number: '2026-0001',
  customer: { name: 'Müller & Söhne' },
  total: rows * 12.5,
  items: Array.from({ length: rows }, (_, i) => ({
    name: `Item ${i}`,
    quantity: i % 7,
    price: 12.5 + i,
    note: i % 3 === 0 ? 'a <b>bold</b> note' : '',
  })),
});
