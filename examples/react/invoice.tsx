import { renderTemplate, templateOf } from '@platen/react';

/** The data of the template. `npx json-schema-to-typescript` writes such a type from schema.json. */
interface Invoice {
  readonly number: string;
  readonly date: string;
  readonly customer: { readonly name: string; readonly address: string };
  readonly lines: readonly { readonly text: string; readonly price: number }[];
  readonly total: number;
  readonly paid?: boolean;
}

const invoice = templateOf<Invoice>();

const CSS = `
  body { font: 10pt/1.4 system-ui, sans-serif; margin: 0 }
  table { width: 100%; border-collapse: collapse; margin: 8mm 0 }
  th { text-align: left; border-bottom: 0.3mm solid }
  .amount { text-align: right; font-variant-numeric: tabular-nums }
`;

const Amount = ({ of }: { readonly of: 'total' }) => (
  <invoice.Value path={of} helper="currency" args={['EUR']} />
);

function Lines() {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col" className="amount">
            Price
          </th>
        </tr>
      </thead>
      <tbody>
        <invoice.Each of="lines">
          {(line) => (
            <tr>
              <td>
                <line.Value path="text" />
              </td>
              <td className="amount">
                <line.Value path="price" helper="currency" args={['EUR']} />
              </td>
            </tr>
          )}
        </invoice.Each>
      </tbody>
    </table>
  );
}

const Document = () => (
  <html lang="en">
    <head>
      <meta charSet="utf-8" />
      <title>Invoice</title>
      <style>{CSS}</style>
    </head>
    <body>
      <h1>
        Invoice <invoice.Value path="number" />
      </h1>
      <p>
        <invoice.Value path="date" helper="formatDate" args={['long']} />
      </p>
      <address>
        <invoice.Value path="customer.name" />
        <br />
        <invoice.Value path="customer.address" helper="nl2br" />
      </address>
      <Lines />
      <p className="amount">
        Total <Amount of="total" />
      </p>
      <invoice.If path="paid" otherwise={<p>Please pay within 14 days.</p>}>
        <p>Paid. Thank you!</p>
      </invoice.If>
    </body>
  </html>
);

process.stdout.write(renderTemplate(<Document />));
