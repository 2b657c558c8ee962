import type { KeptFile } from '../../schema/api/files.ts';
import { ApiError } from '../api-error.ts';
import type { FileRecord } from '../ledger/protocol.ts';
import type { Services } from '../services.ts';
import { signCopies } from '../targets/sign-copies.ts';
import { describeKeptFile } from './describe-file.ts';
import { linksOf } from './links.ts';

/** @throws {ApiError} `FILE_NOT_FOUND` */
export async function findFile(services: Services, workspaceId: string, fileId: string): Promise<FileRecord> {
  const file = await services.ledger(workspaceId).findFile(fileId);
  if (file === null) throw notFound();
  return file;
}

/**
 * A file with addresses of it and its copies that are valid for 24 hours from now.
 *
 * @param origin of this installation
 * @throws {ApiError} `FILE_NOT_FOUND`
 */
export async function readFile(
  services: Services,
  workspaceId: string,
  fileId: string,
  origin: string,
): Promise<KeptFile> {
  const file = await findFile(services, workspaceId, fileId);
  return showFile(services, await signCopies(services, workspaceId, file), origin);
}

/** A file that is at hand, as it is shown: its addresses are fresh, those of its copies as they were made. */
export async function showFile(services: Services, file: FileRecord, origin: string): Promise<KeptFile> {
  return describeKeptFile(file, await linksOf(file, services.signer, origin, services.now()));
}

/** Deletes a file for good. @throws {ApiError} `FILE_NOT_FOUND` */
export async function deleteFile(services: Services, workspaceId: string, fileId: string): Promise<void> {
  const deleted = await services.ledger(workspaceId).deleteFile(fileId);
  if (!deleted) throw notFound();
}

const notFound = (): ApiError => new ApiError('FILE_NOT_FOUND', 'There is no file with this id.');
