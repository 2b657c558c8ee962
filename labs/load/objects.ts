import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RestartedService } from '../../test/support/restarted-service.ts';
import type { BooksReader } from './service-books.ts';
import type { Workspace } from './workspaces.ts';

/** Compares the objects of R2 with the indexes of the ledgers. What ended prints left is swept already. */
export async function checkObjects(
  service: RestartedService,
  workspaces: readonly Workspace[],
  reader: BooksReader,
): Promise<{ readonly pdfs: number; readonly wrong: string[] }> {
  const stored = await service.storedObjects();
  const files = new Set<string>();
  for (const workspace of workspaces) {
    for (const fileId of (await reader.read(workspace)).files.keys()) files.add(`pdf/${fileId}`);
  }
  const pdfs = new Set(stored.filter((key) => key.startsWith('pdf/')));
  const orphans = [...pdfs.difference(files)];
  const lost = [...files.difference(pdfs)];
  const thumbnails = new Set(stored.filter((key) => key.startsWith('thumbnails/')));
  const strayThumbnails = [
    ...thumbnails.difference(new Set([...files].map((key) => key.replace('pdf/', 'thumbnails/')))),
  ];
  const others = stored.filter((key) => !/^(pdf|thumbnails|batches)\//.test(key));
  const blobs = await readdir(join(service.stateDir, 'v3/r2/platen-files/blobs'));
  const wrong = [
    orphans.length > 0 && `${orphans.length} PDFs have no file, such as ${orphans[0]}`,
    lost.length > 0 && `${lost.length} files have no PDF, such as ${lost[0]}`,
    strayThumbnails.length > 0 &&
      `${strayThumbnails.length} thumbnails have no file, such as ${strayThumbnails[0]}`,
    others.length > 0 && `${others.length} other objects are left, such as ${others[0]}`,
    blobs.length > stored.length && `${blobs.length - stored.length} files on the disk belong to no object`,
  ];
  return { pdfs: pdfs.size, wrong: wrong.filter((problem) => problem !== false) };
}
