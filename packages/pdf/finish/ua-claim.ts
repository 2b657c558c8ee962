import { latin1 } from '../file/latin1.ts';

const SPACE = 0x20;

const CLAIM = /<pdfuaid:part>\d<\/pdfuaid:part>/;

/** The same XMP with white space in place of the claim to be PDF/UA. It stays as long as it was. */
export function withoutUaClaim(xmp: Uint8Array): Uint8Array {
  const claim = CLAIM.exec(latin1.decode(xmp));
  return claim === null ? xmp : xmp.slice().fill(SPACE, claim.index, claim.index + claim[0].length);
}
