import type { FileRecord } from '../ledger/protocol.ts';
import { pdfKey } from '../storage/keys.ts';
import type { ObjectBody, ObjectStore } from '../storage/object-store.ts';
import { contentDisposition } from '../storage/content-disposition.ts';

/**
 * Stores a PDF under its id, with what a download needs beside it, so that serving one asks nobody else.
 * Until the ledger commits the file, nobody knows its address.
 */
export async function keepFile(
  store: ObjectStore,
  file: FileRecord,
  workspaceId: string,
  body: ObjectBody,
): Promise<void> {
  await store.put(pdfKey(file.fileId), body, file.sizeBytes, {
    contentType: 'application/pdf',
    contentDisposition: contentDisposition('inline', file.filename),
    custom: { workspaceId, linkToken: file.linkToken, expiresAt: String(file.expiresAt) },
  });
}
