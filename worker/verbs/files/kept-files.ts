import type { KeptFile } from '../../../schema/api/files.ts';
import { ApiError } from '../../lib/api-error.ts';
import type { Ctx } from '../../ctx.ts';
import type { FileRecord } from '../../objects/ledger/protocol.ts';
import { signCopies } from '../targets/sign-copies.ts';
import { describeKeptFile } from './describe-file.ts';
import { fileLinks } from './links.ts';

/** @throws {ApiError} `FILE_NOT_FOUND` */
export async function findFile({ ledger }: Ctx, fileId: string): Promise<FileRecord> {
  const file = await ledger.findFile(fileId);
  if (file === null) throw new ApiError('FILE_NOT_FOUND');
  return file;
}

/** Signs new URLs of the file and of its copies. @throws {ApiError} `FILE_NOT_FOUND` */
export async function readFile(
  ctx: Ctx,
  { fileId, origin }: { fileId: string; origin: string },
): Promise<KeptFile> {
  const file = await findFile(ctx, fileId);
  return showFile(ctx, { file: await signCopies(ctx, file), origin });
}

/** The URLs of the copies stay as they are. */
export async function showFile(
  { services }: Ctx,
  { file, origin }: { file: FileRecord; origin: string },
): Promise<KeptFile> {
  return describeKeptFile(file, await fileLinks(file, services.signer, origin, services.now()));
}

/** @throws {ApiError} `FILE_NOT_FOUND` */
export async function deleteFile({ ledger }: Ctx, fileId: string): Promise<void> {
  if (!(await ledger.deleteFile(fileId))) throw new ApiError('FILE_NOT_FOUND');
}
