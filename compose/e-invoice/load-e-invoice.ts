import type { checkInvoiceXml, makeInvoiceXml, PROFILES } from '@platen/e-invoice';
import type { EInvoiceProfile } from '../../schema/api/e-invoice.ts';
import type { PdfOptions } from '../../schema/api/pdf-options.ts';

/** Makes and checks the XML of invoices. */
export interface InvoiceMaker {
  /** It checks the data itself. */
  makeInvoiceXml(data: unknown, profile: EInvoiceProfile): ReturnType<typeof makeInvoiceXml>;
  readonly checkInvoiceXml: typeof checkInvoiceXml;
  readonly PROFILES: typeof PROFILES;
}

type Settings = Pick<PdfOptions, 'eInvoice'> | null | undefined;

/**
 * The rules of invoices are a module of their own, because most requests have no invoice.
 *
 * @param settings those of the request and of its template
 */
export async function loadInvoiceMaker(...settings: readonly Settings[]): Promise<InvoiceMaker | null> {
  return settings.some((one) => one?.eInvoice !== undefined) ? import('@platen/e-invoice') : null;
}
