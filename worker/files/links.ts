import { SIGNED_URL_VALIDITY_MS } from '../../schema/plans.ts';
import type { FileRecord } from '../ledger/protocol.ts';
import type { UrlSigner } from '../storage/signed-url.ts';

/**
 * The two addresses of a file. The permanent address ends in a random token, so it does not follow from the id or
 * from a signed address.
 */
export interface FileLinks {
  readonly url: string;
  readonly signedUrl: string;
  /** When the signed address expires: epoch milliseconds, rounded up to a second. */
  readonly signedUntil: number;
}

/**
 * The signed address is valid for 24 hours from `signedAt`. Generate passes the time at which the file was created, so
 * a replayed response has the same addresses.
 */
export async function fileLinks(
  file: Pick<FileRecord, 'fileId' | 'linkToken'>,
  signer: UrlSigner,
  origin: string,
  signedAt: number,
): Promise<FileLinks> {
  const expires = Math.ceil((signedAt + SIGNED_URL_VALIDITY_MS) / 1000);
  const signature = await signer.sign(file.fileId, expires);
  return {
    url: `${origin}/files/${file.fileId}/${file.linkToken}.pdf`,
    signedUrl: `${origin}/files/${file.fileId}.pdf?expires=${expires}&signature=${signature}`,
    signedUntil: expires * 1000,
  };
}
