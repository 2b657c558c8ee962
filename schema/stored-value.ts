/** The message names the place alone, because the value may be a customer's. */
export class WrongStoredValueError extends Error {
  override readonly name = 'WrongStoredValueError';

  constructor(place: string) {
    super(`${place} has a value that it cannot have`);
  }
}

/**
 * Reads a value of a closed set that was stored. A value outside of the set is a fault of the data or of an upgrade.
 * Nothing takes its place, because the answer would look right.
 *
 * @param place table and column, such as `jobs.state`
 * @throws {WrongStoredValueError}
 */
export function readStored<T extends string>(known: readonly T[], value: unknown, place: string): T {
  const found = known.find((one) => one === value);
  if (found === undefined) throw new WrongStoredValueError(place);
  return found;
}
