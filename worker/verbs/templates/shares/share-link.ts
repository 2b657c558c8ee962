import { shareKey } from '../../../adapters/r2/keys.ts';
import type { BaseCtx } from '../../../ctx.ts';
import type { ShareRecord } from '../../../objects/ledger/shares/share-list.ts';
import { type OpenedFile, openObject, requireSignature, type SignedQuery } from '../../files/open-file.ts';

/** Returns the address of the dashboard's page that shows the PDF. The address of the PDF has the same query. */
export async function shareUrl(
  { services }: BaseCtx,
  { share: { shareId, expiresAt }, origin }: { readonly share: ShareRecord; readonly origin: string },
): Promise<string> {
  const expires = expiresAt / 1_000;
  const signature = await services.signer.sign(shareId, expires);
  return `${origin}/dashboard/shared/${shareId}?expires=${expires}&signature=${signature}`;
}

/** Reads no ledger: a share that was revoked has no PDF. @throws {ApiError} `SIGNATURE_INVALID`, `FILE_NOT_FOUND` */
export async function openShared(
  ctx: BaseCtx,
  { shareId, ...query }: SignedQuery & { readonly shareId: string },
): Promise<OpenedFile> {
  await requireSignature(ctx, shareId, query);
  return openObject(ctx, shareKey(shareId));
}
