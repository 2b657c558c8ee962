import type { EInvoiceOptions } from '../../schema/api/e-invoice.ts';
import { InvalidComposition } from '../errors.ts';

export interface FoundData {
  readonly invoice: unknown;
  /** The field of the request that has it: `options.eInvoice.data`, or `templateData.invoice`. */
  readonly field: string;
}

/** The field of an invoice that the options have. */
export const INVOICE_IN_OPTIONS = 'options.eInvoice.data';

/** The path of all of `templateData`. */
const WHOLE = '.';

/** Finds the invoice. @param data the invoice, or its path in `templateData` @throws {InvalidComposition} the path leads to nothing */
export function findInvoiceData(
  data: NonNullable<EInvoiceOptions['data']>,
  templateData: Readonly<Record<string, unknown>>,
): FoundData {
  if (typeof data !== 'string') return { invoice: data, field: INVOICE_IN_OPTIONS };
  if (data === WHOLE) return { invoice: templateData, field: 'templateData' };
  let invoice: unknown = templateData;
  for (const name of data.split('.')) {
    if (typeof invoice !== 'object' || invoice === null || !Object.hasOwn(invoice, name))
      throw new InvalidComposition([`options.eInvoice.data: templateData has no "${data}"`]);
    invoice = Reflect.get(invoice, name);
  }
  return { invoice, field: `templateData.${data}` };
}
