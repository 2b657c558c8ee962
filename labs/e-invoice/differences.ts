/**
 * Returns a line for each difference of two tables: `FACTUR_X_TEXTS.facturXAddresses: + 0245`. A text with spaces is a list of codes.
 *
 * @param path of the values
 */
export function differences(before: unknown, after: unknown, path: string): string[] {
  if (isObject(before) && isObject(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
      differences(before[name], after[name], `${path}.${name}`),
    );
  if (typeof before === 'string' && typeof after === 'string' && `${before}${after}`.includes(' '))
    return compareCodes(before.split(' '), after.split(' '), path);
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (after === undefined) return [`${path}: - ${JSON.stringify(before)}`];
  if (before === undefined) return [`${path}: + ${JSON.stringify(after)}`];
  return [`${path}: ${JSON.stringify(before)} is now ${JSON.stringify(after)}`];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function compareCodes(before: readonly string[], after: readonly string[], path: string): string[] {
  const without = (codes: readonly string[], others: readonly string[]) => {
    const known = new Set(others);
    return [...new Set(codes)].filter((code) => !known.has(code));
  };
  return [
    ...without(after, before).map((code) => `${path}: + ${code}`),
    ...without(before, after).map((code) => `${path}: - ${code}`),
  ];
}
