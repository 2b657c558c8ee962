import type { Ctx } from '../ctx.ts';
import type { FileRecord } from '../ledger/protocol.ts';
import { contentDisposition } from '../storage/content-disposition.ts';
import { pdfKey } from '../storage/keys.ts';
import type { ObjectBody } from '../storage/object-store.ts';

/** Downloads need this metadata (design note 5). The URL is returned only after the ledger's commit. */
export async function keepFile(
  { services, workspace }: Ctx,
  { file, body }: { readonly file: FileRecord; readonly body: ObjectBody },
): Promise<void> {
  await services.fileStore.put(pdfKey(file.fileId), body, file.sizeBytes, {
    contentType: file.mediaType,
    contentDisposition: contentDisposition('inline', file.filename),
    custom: { workspaceId: workspace.id, linkToken: file.linkToken, expiresAt: String(file.expiresAt) },
  });
}
