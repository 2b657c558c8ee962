import { makeZip } from 'client-zip';
import type { ObjectStore } from '../../../adapters/r2/object-store.ts';
import { toInvoiceName } from '../../../verbs/files/keep-invoice.ts';
import { EntryNames } from './entry-names.ts';
import type { KeptPdf } from '../../../verbs/files/kept-pdfs.ts';
import type { OutputRow } from './output-row.ts';

/** PDFs are compressed already, so the entries are stored as they are. */
export function zipPdfs(
  store: ObjectStore,
  pdfs: AsyncIterable<KeptPdf<OutputRow>>,
  lastModified: Date,
): AsyncIterable<Uint8Array> {
  const names = new EntryNames();
  const entries = async function* () {
    for await (const pdf of pdfs) {
      const input = pdf.bytes ?? streamPdf(store, pdf.key);
      const name = names.next(pdf.name.externalId);
      yield { name, input, lastModified, size: pdf.sizeBytes };
      const invoice = pdf.invoiceKey === null ? null : await store.get(pdf.invoiceKey);
      if (invoice !== null)
        yield { name: toInvoiceName(name), input: invoice.body, lastModified, size: invoice.sizeBytes };
    }
  };
  return makeZip(entries());
}

async function* streamPdf(store: ObjectStore, key: string): AsyncGenerator<Uint8Array> {
  const stored = await store.get(key);
  if (stored === null) throw new Error('A PDF was deleted while it was read');
  yield* stored.body;
}
