import type { Ctx } from '../../ctx.ts';
import type { FileRecord } from '../../objects/ledger/protocol.ts';
import { contentDisposition } from '../../adapters/r2/content-disposition.ts';
import { pdfKey } from '../../adapters/r2/keys.ts';
import type { ObjectBody, ObjectMetadata } from '../../adapters/r2/object-store.ts';

/** The URL is returned only after the ledger's commit. */
export async function keepFile(
  ctx: Ctx,
  { file, body }: { readonly file: FileRecord; readonly body: ObjectBody },
): Promise<void> {
  await ctx.services.fileStore.put(pdfKey(file.fileId), body, file.sizeBytes, metadataOf(ctx, file));
}

/** Stores a PDF whose size is known only when it ends. Returns the size. */
export const keepUnsizedFile = (
  ctx: Ctx,
  { file, pieces }: { readonly file: FileRecord; readonly pieces: AsyncIterable<Uint8Array> },
): Promise<number> => ctx.services.fileStore.putUnsized(pdfKey(file.fileId), pieces, metadataOf(ctx, file));

/** The metadata has this name if the file has the XML of an invoice beside it. */
export const HAS_INVOICE = 'hasInvoice';

/** Downloads need it (decision 5). */
const metadataOf = ({ workspace }: Ctx, file: FileRecord): ObjectMetadata => ({
  contentType: file.mediaType,
  contentDisposition: contentDisposition('inline', file.filename),
  custom: {
    workspaceId: workspace.id,
    linkToken: file.linkToken,
    expiresAt: String(file.expiresAt),
    ...(file.eInvoice && { [HAS_INVOICE]: 'true' }),
  },
});
