import type { FileGroups } from './file-groups.ts';
import type { FileIndex } from './file-index.ts';
import type { Excerpt } from '../protocol.ts';

/** The files that were made together with this one, in their order. Files that were deleted are left out. */
export const excerptsOf = (
  { files, groups }: { readonly files: FileIndex; readonly groups: FileGroups },
  leadId: string,
): Excerpt[] =>
  groups.entriesOf(leadId).flatMap(({ fileId, pages }) => {
    const file = files.find(fileId);
    return file === null ? [] : [{ file, pages }];
  });
