interface Shown {
  readonly fileId: string;
}

/** The files from one to another, in the order of the list. Only the second one if the first one is not shown. */
export function selectThrough<File extends Shown>(
  shown: readonly File[],
  from: Shown | null,
  to: File,
): readonly File[] {
  const placeOf = (file: Shown | null) => shown.findIndex(({ fileId }) => fileId === file?.fileId);
  const [start, end] = [placeOf(from), placeOf(to)].sort((one, other) => one - other);
  return start === undefined || end === undefined || start < 0 ? [to] : shown.slice(start, end + 1);
}
