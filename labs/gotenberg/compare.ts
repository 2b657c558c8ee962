/** Returns the first difference, or null. What is expected to be `ignore` may be anything, and other keys may be there. */
export function findDifference(expected: unknown, actual: unknown, path = ''): string | null {
  if (expected === 'ignore') return null;
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length)
      return `${path}: expected ${expected.length} entries, got ${JSON.stringify(actual)?.slice(0, 200)}`;
    return first(expected.map((one, index) => findDifference(one, actual[index], `${path}[${index}]`)));
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null) return `${path}: expected an object`;
    const entries = Object.entries(expected);
    return first(
      entries.map(([key, one]) => findDifference(one, Reflect.get(actual, key), `${path}.${key}`)),
    );
  }
  return Object.is(expected, actual)
    ? null
    : `${path}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`;
}

const first = (differences: readonly (string | null)[]): string | null =>
  differences.find((difference) => difference !== null) ?? null;
