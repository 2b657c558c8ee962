import { isId } from '../../schema/ids.ts';
import { ApiError } from '../api-error.ts';
import type { Services } from '../services.ts';
import { sha256 } from '../sha256.ts';
import { pdfKey } from '../storage/keys.ts';
import type { StoredObject } from '../storage/object-store.ts';

/** A kept file that the request may read. */
export interface OpenedFile extends StoredObject {
  readonly key: string;
}

/** @throws {ApiError} `FILE_NOT_FOUND`: unknown, deleted, past its retention, or a wrong token */
export async function openByToken(services: Services, fileId: string, token: string): Promise<OpenedFile> {
  const file = await find(services, fileId);
  if (file === null || !(await sameText(file.custom?.linkToken ?? '', token))) throw fileNotFound();
  return file;
}

/**
 * @throws {ApiError} `SIGNATURE_INVALID`: tampered, expired or missing, told before anything of the file
 * @throws {ApiError} `FILE_NOT_FOUND`: deleted or past its retention
 */
export async function openBySignature(
  services: Services,
  fileId: string,
  expires: string | undefined,
  signature: string | undefined,
): Promise<OpenedFile> {
  const genuine =
    expires !== undefined &&
    signature !== undefined &&
    (await services.signer.verify(fileId, expires, signature)) &&
    services.now() < Number(expires) * 1000;
  if (!genuine) throw new ApiError('SIGNATURE_INVALID', 'The signature is not valid or has expired.');
  return openKept(services, fileId);
}

/** A file whose owner asks for it. @throws {ApiError} `FILE_NOT_FOUND` */
export async function openKept(services: Services, fileId: string): Promise<OpenedFile> {
  const file = await find(services, fileId);
  if (file === null) throw fileNotFound();
  return file;
}

const fileNotFound = (): ApiError =>
  new ApiError('FILE_NOT_FOUND', 'The file does not exist, or its retention has ended.');

/** Retention is checked here too: the alarm that deletes the object may come a little later. */
async function find(services: Services, fileId: string): Promise<OpenedFile | null> {
  if (!isId('file', fileId)) return null;
  const key = pdfKey(fileId);
  const object = await services.fileStore.head(key);
  if (object === null || Number(object.custom?.expiresAt ?? 0) <= services.now()) return null;
  return { ...object, key };
}

/** Takes the same time wherever the texts differ. */
async function sameText(one: string, other: string): Promise<boolean> {
  return crypto.subtle.timingSafeEqual(await sha256(one), await sha256(other));
}
