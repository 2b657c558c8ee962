import { SIGNED_URL_VALIDITY_MS } from '../../schema/plans.ts';
import type { FileRecord } from '../ledger/protocol.ts';
import type { UrlSigner } from '../storage/signed-url.ts';

/**
 * The two addresses of a file. The permanent one ends in a random token of its own, so that neither the
 * id nor a temporary address tells it.
 */
export interface FileLinks {
  readonly url: string;
  readonly signedUrl: string;
  /** When the signed address expires: epoch milliseconds, a whole second. */
  readonly signedUntil: number;
}

/**
 * The signed one is valid for 24 hours from `signedAt`: for the answer to a generation that is when the
 * file was made, so a replayed answer carries the same addresses.
 */
export async function linksOf(
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
