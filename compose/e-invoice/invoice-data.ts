import type { EInvoiceOptions } from '../../schema/api/e-invoice.ts';
import { InvalidComposition } from '../errors.ts';

interface FoundData {
  readonly invoice: unknown;
  /** Where the client gave it: `options.eInvoice.data`, or `templateData.invoice`. */
  readonly field: string;
}

/** All of `templateData`. */
const WHOLE = '.';

/** @param data the invoice, or its path in `templateData` @throws {InvalidComposition} there is nothing at the path */
export function findInvoiceData(
  data: NonNullable<EInvoiceOptions['data']>,
  templateData: Readonly<Record<string, unknown>>,
): FoundData {
  if (typeof data !== 'string') return { invoice: data, field: 'options.eInvoice.data' };
  if (data === WHOLE) return { invoice: templateData, field: 'templateData' };
  let invoice: unknown = templateData;
  for (const name of data.split('.')) {
    if (typeof invoice !== 'object' || invoice === null || !Object.hasOwn(invoice, name))
      throw new InvalidComposition([`options.eInvoice.data: templateData has no "${data}"`]);
    invoice = Reflect.get(invoice, name);
  }
  return { invoice, field: `templateData.${data}` };
}
