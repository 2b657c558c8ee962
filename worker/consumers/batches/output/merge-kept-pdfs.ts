import { Meter } from '@platen/meter';
import { mergePdfs } from '@platen/pdf';
import { type KeptPdf, openKeptPdf } from '../../../verbs/files/kept-pdfs.ts';
import type { ObjectStore } from '../../../adapters/r2/object-store.ts';
import type { OutputRow } from './output-row.ts';

export function mergeKeptPdfs(
  store: ObjectStore,
  pdfs: AsyncIterable<KeptPdf<OutputRow>>,
  title: string,
): AsyncIterable<Uint8Array> {
  const inputs = async function* () {
    for await (const pdf of pdfs) yield { title: pdf.name.externalId, source: openKeptPdf(store, pdf) };
  };
  // The PDFs are prints of the service, and the lease of the output ends it.
  return mergePdfs(inputs(), title, new Meter({ maxWork: Number.POSITIVE_INFINITY }));
}
