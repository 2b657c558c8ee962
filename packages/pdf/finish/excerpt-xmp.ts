import { latin1 } from '../file/latin1.ts';

const SPACE = 0x20;

/**
 * Matches the claims in XMP of this package that are not true of an excerpt. An excerpt has no attachments, so none of them is an invoice. Its first
 * heading can be of any level, so it is not PDF/UA. It has object streams, so it is not PDF/A-1. The work is bounded: 2,000 characters for each description.
 */
const CLAIMS = [
  /<rdf:Description rdf:about="" xmlns:fx=[\s\S]{0,2000}?<\/rdf:Description>/,
  /<pdfuaid:part>\d<\/pdfuaid:part>/,
  /<pdfaid:part>1<\/pdfaid:part>\s*<pdfaid:conformance>B<\/pdfaid:conformance>/,
];

/** Returns the XMP of an excerpt of a document. It has spaces in place of claims, so it stays as long as it was. */
export function toExcerptXmp(xmp: Uint8Array): Uint8Array {
  const excerpt = xmp.slice();
  const text = latin1.decode(xmp);
  for (const claim of CLAIMS) {
    const found = claim.exec(text);
    if (found !== null) excerpt.fill(SPACE, found.index, found.index + found[0].length);
  }
  return excerpt;
}
