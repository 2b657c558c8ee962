import { latin1 } from '../file/latin1.ts';

const SPACE = 0x20;

/**
 * Matches the claims in XMP of this package that are not true of a part. A part has no attachments, so none of them is an invoice. Its first
 * heading can be of any level, so it is not PDF/UA.
 */
const CLAIMS = [
  /<rdf:Description rdf:about="" xmlns:fx=[\s\S]{0,2000}?<\/rdf:Description>/,
  /<pdfuaid:part>\d<\/pdfuaid:part>/,
];

/** Returns the XMP of a part of a document. It has spaces in place of claims, so it stays as long as it was. */
export function toPartXmp(xmp: Uint8Array): Uint8Array {
  const part = xmp.slice();
  const text = latin1.decode(xmp);
  for (const claim of CLAIMS) {
    const found = claim.exec(text);
    if (found !== null) part.fill(SPACE, found.index, found.index + found[0].length);
  }
  return part;
}
