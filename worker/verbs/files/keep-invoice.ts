import type { ComposedInvoice } from '../../../compose/e-invoice/compose-e-invoice.ts';
import { contentDisposition } from '../../adapters/r2/content-disposition.ts';
import { invoiceKey } from '../../adapters/r2/keys.ts';
import type { Ctx } from '../../ctx.ts';
import type { RequestMemory } from '../../lib/memory/request-memory.ts';
import type { FileRecord } from '../../objects/ledger/protocol.ts';

/** Returns the name of the XML beside a PDF: `invoice.xml` for `invoice.pdf`. External stores have it under such a key too. */
export const toInvoiceName = (name: string): string => `${name.replace(/\.pdf$/i, '')}.xml`;

interface InvoiceToKeep {
  readonly eInvoice: ComposedInvoice;
  /** The number of values that the pages do not show. */
  readonly differences: number;
  readonly memory: RequestMemory;
}

/** Stores the XML of an invoice beside its PDF, with the token and the retention of the PDF. Returns the file with its invoice. */
export async function keepInvoice(
  { services, workspace }: Ctx,
  file: FileRecord,
  { eInvoice, differences, memory }: InvoiceToKeep,
): Promise<FileRecord> {
  const { fileId, filename, linkToken, expiresAt } = file;
  const body = new TextEncoder().encode(eInvoice.xml);
  const sizeBytes = body.byteLength;
  memory.hold(sizeBytes);
  await services.fileStore.put(invoiceKey(fileId), body, sizeBytes, {
    contentType: 'text/xml',
    contentDisposition: contentDisposition('attachment', toInvoiceName(filename)),
    custom: { workspaceId: workspace.id, linkToken, expiresAt: String(expiresAt) },
  });
  return { ...file, eInvoice: { profile: eInvoice.profile, sizeBytes, differences } };
}
