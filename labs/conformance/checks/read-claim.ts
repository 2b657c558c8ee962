import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Reads the level of PDF/A that the XMP of a PDF claims, such as `2b`. Returns null if it claims none. */
export const readClaim = (pdf: Uint8Array): Promise<string | null> =>
  readXmp(pdf, (read) => `${read('pdfaid:part')}${read('pdfaid:conformance').toLowerCase()}`);

/** Reads the part of PDF/UA that it claims, such as `ua1`. Returns null if it claims none. */
export const readUaClaim = (pdf: Uint8Array): Promise<string | null> =>
  readXmp(pdf, (read) => (read('pdfuaid:part') === '' ? '' : `ua${read('pdfuaid:part')}`));

async function readXmp(
  pdf: Uint8Array,
  toClaim: (read: (name: string) => string) => string,
): Promise<string | null> {
  const document = await getDocument({ data: pdf.slice(), verbosity: 0 }).promise;
  const { metadata } = await document.getMetadata();
  await document.loadingTask.destroy();
  const claim = toClaim((name) => String(metadata?.get(name) ?? ''));
  return claim === '' ? null : claim;
}
