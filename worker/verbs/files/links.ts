import { extensionOf } from '../../../schema/media-types.ts';
import { SIGNED_URL_VALIDITY_MS } from '../../../schema/plans.ts';
import type { FileRecord } from '../../objects/ledger/protocol.ts';
import type { UrlSigner } from '../../adapters/secrets/signed-url.ts';

/** The permanent URL ends in a random token, so it cannot be derived from the id or a signed URL. */
export interface FileLinks {
  readonly url: string;
  readonly signedUrl: string;
  /** Epoch milliseconds, rounded up to a second. */
  readonly signedUntil: number;
  readonly thumbnailUrl: string;
  readonly invoiceUrl: string;
}

/** Generate passes the creation time as `signedAt`, so a replay returns the same URLs. */
export async function fileLinks(
  file: Pick<FileRecord, 'fileId' | 'linkToken' | 'mediaType'>,
  signer: UrlSigner,
  origin: string,
  signedAt: number,
): Promise<FileLinks> {
  const expires = Math.ceil((signedAt + SIGNED_URL_VALIDITY_MS) / 1000);
  const extension = extensionOf(file.mediaType);
  const signature = await signer.sign(file.fileId, expires);
  return {
    url: `${origin}/files/${file.fileId}/${file.linkToken}.${extension}`,
    signedUrl: `${origin}/files/${file.fileId}.${extension}?expires=${expires}&signature=${signature}`,
    signedUntil: expires * 1000,
    thumbnailUrl: `${origin}/files/${file.fileId}/${file.linkToken}/thumbnail.png`,
    invoiceUrl: `${origin}/files/${file.fileId}/${file.linkToken}/invoice.xml`,
  };
}
