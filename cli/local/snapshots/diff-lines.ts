/** A table of this many cells takes a few milliseconds. Longer texts are compared only up to it. */
const MAX_LINES = 1_000;

/** The lines that are only in one of two texts: `- old` and `+ new`, in the order of the texts. */
export function diffLines(before: readonly string[], after: readonly string[]): string[] {
  const [old, now] = [before.slice(0, MAX_LINES), after.slice(0, MAX_LINES)];
  const common = commonLengths(old, now);
  const changes: string[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      i += 1;
      j += 1;
    } else if (
      j === now.length ||
      (i < old.length && lengthAt(common, i + 1, j) >= lengthAt(common, i, j + 1))
    ) {
      changes.push(`- ${old[i]}`);
      i += 1;
    } else {
      changes.push(`+ ${now[j]}`);
      j += 1;
    }
  }
  return changes;
}

/** Returns, for each two places, the number of lines that the rests of both texts have in common. */
function commonLengths(old: readonly string[], now: readonly string[]): number[][] {
  const lengths = Array.from({ length: old.length + 1 }, () =>
    Array.from({ length: now.length + 1 }, () => 0),
  );
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const row = lengths[i] ?? [];
      row[j] =
        old[i] === now[j]
          ? lengthAt(lengths, i + 1, j + 1) + 1
          : Math.max(lengthAt(lengths, i + 1, j), lengthAt(lengths, i, j + 1));
    }
  }
  return lengths;
}

const lengthAt = (lengths: readonly number[][], i: number, j: number): number => lengths[i]?.[j] ?? 0;
