import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** What the XMP of a PDF says that it is, such as `2b`. Null if it does not say that it is PDF/A. */
export async function readClaim(pdf: Uint8Array): Promise<string | null> {
  const document = await getDocument({ data: pdf.slice(), verbosity: 0 }).promise;
  const { metadata } = await document.getMetadata();
  await document.loadingTask.destroy();
  const read = (name: string) => String(metadata?.get(`pdfaid:${name}`) ?? '');
  const claim = `${read('part')}${read('conformance').toLowerCase()}`;
  return claim === '' ? null : claim;
}
