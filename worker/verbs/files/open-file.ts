import { isId } from '../../../schema/ids.ts';
import { ApiError } from '../../lib/api-error.ts';
import type { BaseCtx } from '../../ctx.ts';
import { sha256 } from '../../lib/sha256.ts';
import { pdfKey } from '../../adapters/r2/keys.ts';
import type { StoredObject } from '../../adapters/r2/object-store.ts';

export interface OpenedFile extends StoredObject {
  readonly key: string;
}

/** The query of a signed address, as the client sent it. */
export interface SignedQuery {
  readonly expires: string | undefined;
  readonly signature: string | undefined;
}

interface TokenRequest {
  readonly fileId: string;
  readonly token: string;
  /** Default: the file itself. */
  readonly toKey?: (fileId: string) => string;
}

/** @throws {ApiError} `FILE_NOT_FOUND`: unknown, deleted, past its retention, or a wrong token */
export async function openByToken(ctx: BaseCtx, { fileId, token, toKey }: TokenRequest): Promise<OpenedFile> {
  const file = await openStoredFile(ctx, fileId, toKey);
  if (!(await isSameText(file.custom?.linkToken ?? '', token))) throw new ApiError('FILE_NOT_FOUND');
  return file;
}

/** @throws {ApiError} `SIGNATURE_INVALID`, `FILE_NOT_FOUND` */
export async function openBySignature(
  ctx: BaseCtx,
  { fileId, ...query }: SignedQuery & { readonly fileId: string },
): Promise<OpenedFile> {
  await requireSignature(ctx, fileId, query);
  return openStoredFile(ctx, fileId);
}

/** @param signed the text that was signed, such as an id. @throws {ApiError} `SIGNATURE_INVALID` */
export async function requireSignature(
  { services }: BaseCtx,
  signed: string,
  { expires, signature }: SignedQuery,
): Promise<void> {
  const isGenuine =
    expires !== undefined &&
    signature !== undefined &&
    (await services.signer.verify(signed, expires, signature)) &&
    services.now() < Number(expires) * 1000;
  if (!isGenuine) throw new ApiError('SIGNATURE_INVALID');
}

/** The caller checks access. @param toKey default: the file itself @throws {ApiError} `FILE_NOT_FOUND` */
export async function openStoredFile(
  ctx: BaseCtx,
  fileId: string,
  toKey: (fileId: string) => string = pdfKey,
): Promise<OpenedFile> {
  if (!isId('file', fileId)) throw new ApiError('FILE_NOT_FOUND');
  return openObject(ctx, toKey(fileId));
}

/**
 * The caller checks access. Checks the retention, because the alarm that deletes the object may run later.
 *
 * @throws {ApiError} `FILE_NOT_FOUND`
 */
export async function openObject({ services }: BaseCtx, key: string): Promise<OpenedFile> {
  const object = await services.fileStore.head(key);
  if (object === null || Number(object.custom?.expiresAt ?? 0) <= services.now())
    throw new ApiError('FILE_NOT_FOUND');
  return { ...object, key };
}

/** In constant time. */
async function isSameText(one: string, other: string): Promise<boolean> {
  return crypto.subtle.timingSafeEqual(await sha256(one), await sha256(other));
}
