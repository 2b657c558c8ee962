import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Reads the level of PDF/A that the XMP of a PDF claims, such as `2b`. Returns null if it claims none. */
export async function readClaim(pdf: Uint8Array): Promise<string | null> {
  const document = await getDocument({ data: pdf.slice(), verbosity: 0 }).promise;
  const { metadata } = await document.getMetadata();
  await document.loadingTask.destroy();
  const read = (name: string) => String(metadata?.get(`pdfaid:${name}`) ?? '');
  const claim = `${read('part')}${read('conformance').toLowerCase()}`;
  return claim === '' ? null : claim;
}
