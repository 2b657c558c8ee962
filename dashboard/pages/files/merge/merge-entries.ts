import type { KeptFile } from '../../../../schema/api/files.ts';

export interface Entry {
  readonly file: KeptFile;
  /** Empty for the name of the file. */
  readonly bookmark: string;
}

export const SORTS = ['name', 'oldest', 'newest'] as const;
export type Sort = (typeof SORTS)[number];

export const toEntries = (files: readonly KeptFile[]): readonly Entry[] =>
  files.map((file) => ({ file, bookmark: '' }));

export function moveEntry(entries: readonly Entry[], from: number, to: number): readonly Entry[] {
  const moved = entries[from];
  if (moved === undefined || to < 0 || to >= entries.length) return entries;
  return entries.toSpliced(from, 1).toSpliced(to, 0, moved);
}

const COMPARE: Readonly<Record<Sort, (one: KeptFile, other: KeptFile) => number>> = {
  // `invoice-9` comes before `invoice-10`.
  name: (one, other) => one.filename.localeCompare(other.filename, undefined, { numeric: true }),
  oldest: (one, other) => one.createdAt.localeCompare(other.createdAt),
  newest: (one, other) => other.createdAt.localeCompare(one.createdAt),
};

export const sortEntries = (entries: readonly Entry[], sort: Sort): readonly Entry[] =>
  entries.toSorted((one, other) => COMPARE[sort](one.file, other.file));

/** `entries[3].fileId: is encrypted` is a problem of the fourth file. By the id of the file. */
export function findProblems(
  entries: readonly Entry[],
  fields: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> {
  const found = Object.entries(fields).flatMap(([field, problem]) => {
    const [, index] = /^entries\[(\d+)\]/.exec(field) ?? [];
    const entry = index === undefined ? undefined : entries[Number(index)];
    return entry === undefined ? [] : [[entry.file.fileId, problem] as const];
  });
  return new Map(found);
}
