import { isId } from '../../schema/ids.ts';
import { ApiError } from '../api-error.ts';
import type { BaseCtx } from '../ctx.ts';
import type { Services } from '../services.ts';
import { sha256 } from '../sha256.ts';
import { pdfKey } from '../storage/keys.ts';
import type { StoredObject } from '../storage/object-store.ts';

/** A stored file that the request may read. */
export interface OpenedFile extends StoredObject {
  readonly key: string;
}

/** The parts of a signed URL, as the client sent them. */
interface SignedRequest {
  readonly fileId: string;
  readonly expires: string | undefined;
  readonly signature: string | undefined;
}

/** @throws {ApiError} `FILE_NOT_FOUND`: unknown, deleted, past its retention, or a wrong token */
export async function openByToken(
  { services }: BaseCtx,
  { fileId, token }: { fileId: string; token: string },
): Promise<OpenedFile> {
  const file = await find(services, fileId);
  if (file === null || !(await isSameText(file.custom?.linkToken ?? '', token))) {
    throw new ApiError('FILE_NOT_FOUND');
  }
  return file;
}

/**
 * @throws {ApiError} `SIGNATURE_INVALID`: changed, expired or missing; checked before anything else
 * @throws {ApiError} `FILE_NOT_FOUND`: deleted or past its retention
 */
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

/** Opens a file of the workspace of the request. @throws {ApiError} `FILE_NOT_FOUND` */
export async function openStoredFile({ services }: BaseCtx, fileId: string): Promise<OpenedFile> {
  const file = await find(services, fileId);
  if (file === null) throw new ApiError('FILE_NOT_FOUND');
  return file;
}

/** Checks the retention too, because the alarm that deletes the object may run later. */
async function find(services: Services, fileId: string): Promise<OpenedFile | null> {
  if (!isId('file', fileId)) return null;
  const key = pdfKey(fileId);
  const object = await services.fileStore.head(key);
  if (object === null || Number(object.custom?.expiresAt ?? 0) <= services.now()) return null;
  return { ...object, key };
}

/** Compares in constant time. */
async function isSameText(one: string, other: string): Promise<boolean> {
  return crypto.subtle.timingSafeEqual(await sha256(one), await sha256(other));
}
