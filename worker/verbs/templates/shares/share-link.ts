import { isId } from '../../../../schema/ids.ts';
import { shareKey } from '../../../adapters/r2/keys.ts';
import type { BaseCtx } from '../../../ctx.ts';
import { ApiError } from '../../../lib/api-error.ts';
import type { ShareRecord } from '../../../objects/ledger/shares/share-list.ts';
import type { OpenedFile } from '../../files/open-file.ts';

/** The page of the dashboard that shows the PDF. Its query is that of the PDF. */
export async function shareUrl(
  { services }: BaseCtx,
  { share: { shareId, expiresAt }, origin }: { readonly share: ShareRecord; readonly origin: string },
): Promise<string> {
  const expires = expiresAt / 1_000;
  const signature = await services.signer.sign(shareId, expires);
  return `${origin}/dashboard/shared/${shareId}?expires=${expires}&signature=${signature}`;
}

/** As the client sent them. */
interface SignedRequest {
  readonly shareId: string;
  readonly expires: string | undefined;
  readonly signature: string | undefined;
}

/** Reads no ledger: a share that was revoked has no PDF. @throws {ApiError} `SIGNATURE_INVALID`, `FILE_NOT_FOUND` */
export async function openShared(
  { services }: BaseCtx,
  { shareId, expires, signature }: SignedRequest,
): Promise<OpenedFile> {
  const isGenuine =
    isId('share', shareId) &&
    expires !== undefined &&
    signature !== undefined &&
    (await services.signer.verify(shareId, expires, signature)) &&
    services.now() < Number(expires) * 1000;
  if (!isGenuine) throw new ApiError('SIGNATURE_INVALID');
  const key = shareKey(shareId);
  const object = await services.fileStore.head(key);
  if (object === null || Number(object.custom?.expiresAt ?? 0) <= services.now()) {
    throw new ApiError('FILE_NOT_FOUND');
  }
  return { ...object, key };
}
