import type { ComposedInvoice } from '../../../compose/e-invoice/compose-e-invoice.ts';
import { contentDisposition } from '../../adapters/r2/content-disposition.ts';
import { invoiceKey } from '../../adapters/r2/keys.ts';
import type { Ctx } from '../../ctx.ts';
import type { RequestMemory } from '../../lib/memory/request-memory.ts';
import type { FileRecord } from '../../objects/ledger/protocol.ts';

/** `invoice.pdf` has `invoice.xml` beside it, here and in other stores. */
export const toInvoiceName = (name: string): string => `${name.replace(/\.pdf$/i, '')}.xml`;

/** Stores the XML of an invoice beside its PDF. Its address has the token of the file, and it ends with the file. */
export async function keepInvoice(
  { services, workspace }: Ctx,
  file: FileRecord,
  {
    eInvoice: { profile, xml },
    memory,
  }: { readonly eInvoice: ComposedInvoice; readonly memory: RequestMemory },
): Promise<FileRecord> {
  const { fileId, filename, linkToken, expiresAt } = file;
  const body = new TextEncoder().encode(xml);
  const sizeBytes = body.byteLength;
  memory.hold(sizeBytes);
  await services.fileStore.put(invoiceKey(fileId), body, sizeBytes, {
    contentType: 'text/xml',
    contentDisposition: contentDisposition('attachment', toInvoiceName(filename)),
    custom: { workspaceId: workspace.id, linkToken, expiresAt: String(expiresAt) },
  });
  return { ...file, eInvoice: { profile, sizeBytes } };
}
