/** Longer names are not typing errors. */
const MAX_CHARS = 40;

/** A shorter part of a name says too little. */
const MIN_PART_CHARS = 3;

/** The known name that the author most likely meant, or null. */
export function findNearestName(name: string, known: Iterable<string>): string | null {
  if (name.length > MAX_CHARS) return null;
  let nearest: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const distance = compareNames(name, candidate);
    if (distance !== null && distance < least) [nearest, least] = [candidate, distance];
  }
  return nearest;
}

/** `dateFormat` has the words of `formatDate`, `uppercase` contains `upper`, and `trunkate` has a typing error. */
function compareNames(name: string, candidate: string): number | null {
  const [left, right] = [splitWords(name), splitWords(candidate)];
  if (left.toSorted().join() === right.toSorted().join()) return 0;
  const [a, b] = [left.join(''), right.join('')];
  const maxChanges = Math.max(1, Math.floor(Math.min(a.length, b.length) / 3));
  const changes = Math.abs(a.length - b.length) > maxChanges ? maxChanges + 1 : editDistance(a, b);
  if (changes <= maxChanges) return changes;
  const [part, whole] = a.length < b.length ? [a, b] : [b, a];
  return part.length >= MIN_PART_CHARS && whole.includes(part) ? whole.length : null;
}

const splitWords = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);

/** Characters to insert, delete or replace, and neighbours to exchange: `tpo` is one change from `top`. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [index, character] of a.split('').entries()) {
    const next = [index + 1];
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (character === b[column - 1] ? 0 : 1);
      const isExchange = index > 0 && character === b[column - 2] && a[index - 1] === b[column - 1];
      const exchanged = isExchange ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(replaced, exchanged, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}
