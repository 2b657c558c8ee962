/**
 * Does the work for each item, `width` of them at a time. The results have the order of the items.
 *
 * @throws the first error, after the running work has ended. No other items are started.
 */
export async function inTurns<Item, Result>(
  width: number,
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const errors: unknown[] = [];
  const lane = async () => {
    for (const [index, item] of waiting) {
      if (errors.length > 0) return;
      try {
        results[index] = await work(item, index);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
  if (errors.length > 0) throw errors[0];
  return results;
}
