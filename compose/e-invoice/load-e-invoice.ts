import type { Meter } from '@platen/meter';
import type { checkInvoiceXml, makeInvoiceXml, PROFILES, readShown } from '@platen/e-invoice';
import type { EInvoiceProfile } from '../../schema/api/e-invoice.ts';
import type { PdfOptions } from '../../schema/api/pdf-options.ts';

/** Makes and checks the XML of invoices. */
export interface InvoiceMaker {
  /** It checks the data itself, so the data can be anything. */
  makeInvoiceXml(data: unknown, profile: EInvoiceProfile, meter: Meter): ReturnType<typeof makeInvoiceXml>;
  readonly checkInvoiceXml: typeof checkInvoiceXml;
  readonly readShown: typeof readShown;
  readonly PROFILES: typeof PROFILES;
}

type Settings = Pick<PdfOptions, 'eInvoice'> | null | undefined;

/**
 * Loads the rules of invoices, or returns null if none of the settings has an invoice: most requests do not need this module.
 *
 * @param settings the options of the request, and the settings of its template
 */
export async function loadInvoiceMaker(...settings: readonly Settings[]): Promise<InvoiceMaker | null> {
  return settings.some((one) => one?.eInvoice !== undefined) ? import('@platen/e-invoice') : null;
}
