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

/** Both follow from the record alone, so a replayed answer carries the same addresses. */
export async function linksOf(
  file: Pick<FileRecord, 'fileId' | 'linkToken' | 'createdAt'>,
  signer: UrlSigner,
  origin: string,
): Promise<FileLinks> {
  const expires = Math.ceil((file.createdAt + SIGNED_URL_VALIDITY_MS) / 1000);
  const signature = await signer.sign(file.fileId, expires);
  return {
    url: `${origin}/files/${file.fileId}/${file.linkToken}.pdf`,
    signedUrl: `${origin}/files/${file.fileId}.pdf?expires=${expires}&signature=${signature}`,
    signedUntil: expires * 1000,
  };
}
