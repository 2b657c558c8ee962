import { invoiceKey, pdfKey, reportKey, thumbnailKey } from './keys.ts';
import type { ObjectStore } from './object-store.ts';

/** Deletes all objects of files, if they exist. @param fileIds at most 1,000 */
export async function deleteFileObjects(objects: ObjectStore, fileIds: readonly string[]): Promise<void> {
  await Promise.all(
    [thumbnailKey, invoiceKey, reportKey, pdfKey].map((toKey) => objects.delete(fileIds.map(toKey))),
  );
}
