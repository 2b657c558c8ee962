import { isId } from '../../../schema/ids.ts';
import { ApiError } from '../../lib/api-error.ts';
import type { BaseCtx } from '../../ctx.ts';
import type { Services } from '../../services.ts';
import { sha256 } from '../../lib/sha256.ts';
import { pdfKey } from '../../adapters/r2/keys.ts';
import type { StoredObject } from '../../adapters/r2/object-store.ts';

export interface OpenedFile extends StoredObject {
  readonly key: string;
}

/** As the client sent them. */
interface SignedRequest {
  readonly fileId: string;
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
export async function openByToken(
  { services }: BaseCtx,
  { fileId, token, toKey = pdfKey }: TokenRequest,
): Promise<OpenedFile> {
  const file = await find(services, fileId, toKey);
  if (file === null || !(await isSameText(file.custom?.linkToken ?? '', token))) {
    throw new ApiError('FILE_NOT_FOUND');
  }
  return file;
}

/** @throws {ApiError} `SIGNATURE_INVALID`, `FILE_NOT_FOUND` */
export async function openBySignature(
  { services }: BaseCtx,
  { fileId, expires, signature }: SignedRequest,
): Promise<OpenedFile> {
  const genuine =
    expires !== undefined &&
    signature !== undefined &&
    (await services.signer.verify(fileId, expires, signature)) &&
    services.now() < Number(expires) * 1000;
  if (!genuine) throw new ApiError('SIGNATURE_INVALID');
  return openStoredFile({ services }, fileId);
}

/** The caller checks access. @throws {ApiError} `FILE_NOT_FOUND` */
export async function openStoredFile({ services }: BaseCtx, fileId: string): Promise<OpenedFile> {
  const file = await find(services, fileId);
  if (file === null) throw new ApiError('FILE_NOT_FOUND');
  return file;
}

/** Checks the retention too, because the alarm that deletes the object may run later. */
async function find(
  services: Services,
  fileId: string,
  toKey: (fileId: string) => string = pdfKey,
): Promise<OpenedFile | null> {
  if (!isId('file', fileId)) return null;
  const key = toKey(fileId);
  const object = await services.fileStore.head(key);
  if (object === null || Number(object.custom?.expiresAt ?? 0) <= services.now()) return null;
  return { ...object, key };
}

/** In constant time. */
async function isSameText(one: string, other: string): Promise<boolean> {
  return crypto.subtle.timingSafeEqual(await sha256(one), await sha256(other));
}
