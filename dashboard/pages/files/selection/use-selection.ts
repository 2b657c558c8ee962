import { useMemo, useState } from 'react';
import type { KeptFile } from '../../../../schema/api/files.ts';
import { PDF_TYPE } from '../../../../schema/media-types.ts';
import { selectThrough } from './select-through.ts';

export interface Selection {
  /** In the order in which they were selected. */
  readonly files: readonly KeptFile[];
  readonly has: (file: KeptFile) => boolean;
  /** @param through with all files between this one and the one before */
  readonly toggle: (file: KeptFile, shown: readonly KeptFile[], through: boolean) => void;
  readonly select: (files: readonly KeptFile[]) => void;
  readonly deselect: (files: readonly Pick<KeptFile, 'fileId'>[]) => void;
}

export const isSelectable = ({ mediaType }: KeptFile): boolean => mediaType === PDF_TYPE;

/** Files stay selected when the filter changes. */
export function useSelection(): Selection {
  const [files, setFiles] = useState<readonly KeptFile[]>([]);
  const [last, setLast] = useState<KeptFile | null>(null);
  return useMemo(() => {
    const ids = new Set(files.map(({ fileId }) => fileId));
    const has = ({ fileId }: Pick<KeptFile, 'fileId'>) => ids.has(fileId);
    const select = (more: readonly KeptFile[]) =>
      setFiles([...files, ...more.filter((file) => isSelectable(file) && !has(file))]);
    const deselect = (gone: readonly Pick<KeptFile, 'fileId'>[]) => {
      const goneIds = new Set(gone.map(({ fileId }) => fileId));
      setFiles(files.filter(({ fileId }) => !goneIds.has(fileId)));
    };
    const toggle: Selection['toggle'] = (file, shown, through) => {
      const changed = through ? selectThrough(shown, last, file) : [file];
      if (has(file)) deselect(changed);
      else select(changed);
      setLast(file);
    };
    return { files, has, toggle, select, deselect };
  }, [files, last]);
}
